//! `cargo xtask api`: writes docs/api.md, the public API of the library on one page, from its sources.
//!
//! A line is an item with its signature, as it is written, and the first sentence of its documentation.

use crate::imports::modules;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use syn::spanned::Spanned;
use syn::{Attribute, Fields, ImplItem, Item, ItemImpl, ItemTrait, TraitItem, Type, UseTree, Visibility};

const DOCUMENT: &str = "docs/api.md";
const ROOT: &str = "crates/utf8kit/src/lib.rs";

/// Modules that are public and not covered by semantic versioning.
const LEFT_OUT: [&str; 1] = ["tiers"];

/// The features that each feature implies.
const IMPLIED: [(&str, &[&str]); 3] = [
    ("std", &["alloc", "detect"]),
    ("utf32", &["utf16"]),
    ("dialects", &["utf16", "utf32"]),
];

/// Writes the document, or with `--check` compares it.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let is_check = match args {
        [] => false,
        [arg] if arg == "--check" => true,
        _ => return Err(format!("expected --check or no argument, found {args:?}")),
    };
    let mut library = Library {
        shown: vec![ModulePath::new()],
        ..Library::default()
    };
    library.read_file(Path::new(ROOT), Vec::new(), true, Vec::new())?;
    let page = library.page()?;
    let say = |error| format!("{DOCUMENT}: {error}");
    match is_check {
        false => fs::write(DOCUMENT, page).map_err(say),
        true if fs::read_to_string(DOCUMENT).map_err(say)? == page => Ok(()),
        true => Err(format!(
            "{DOCUMENT} is not what the sources say: run `cargo xtask api`"
        )),
    }
}

/// Returns the features that the library has by default, as the document lists them.
fn default_features() -> Result<String, String> {
    const MANIFEST: &str = "crates/utf8kit/Cargo.toml";

    let manifest = fs::read_to_string(MANIFEST).map_err(|error| format!("{MANIFEST}: {error}"))?;
    let line = manifest.lines().find_map(|line| line.strip_prefix("default = ["));
    let names = line.and_then(|line| line.strip_suffix(']'));
    let names = names.ok_or_else(|| format!("{MANIFEST} has no line of default features"))?;
    Ok(names.replace('"', "`").replace(", ", " and "))
}

/// The path of a module from the crate on.
type ModulePath = Vec<String>;

/// The names of features.
type Features = Vec<String>;

#[derive(Default)]
struct Library {
    modules: BTreeMap<ModulePath, Module>,
    /// The crate and its public modules, in the order of `lib.rs`.
    shown: Vec<ModulePath>,
    /// The implementations for the types of each name, with their module and the features that they need.
    impls: BTreeMap<String, Vec<(ModulePath, ItemImpl, Features)>>,
}

struct Module {
    attributes: Vec<Attribute>,
    items: Vec<Item>,
    features: Features,
}

/// An item that is public, with the features that it needs.
struct Public<'a> {
    name: String,
    /// The module that defines it.
    path: ModulePath,
    item: &'a Item,
    features: Features,
}

impl Library {
    /// Reads a file. `owns_folder`: its modules are in the same folder as the file, not in the one that is called like it.
    fn read_file(
        &mut self,
        file: &Path,
        path: ModulePath,
        owns_folder: bool,
        features: Features,
    ) -> Result<(), String> {
        let (parsed, folder) = modules::parse(file, owns_folder)?;
        let mut items = Vec::new();
        for item in parsed.items {
            match item {
                Item::Mod(module) => {
                    let name = module.ident.to_string();
                    if path.is_empty() && is_public(&module.vis) && !LEFT_OUT.contains(&name.as_str()) {
                        self.shown.push(vec![name.clone()]);
                    }
                    let (beside, within) = (
                        folder.join(format!("{name}.rs")),
                        folder.join(&name).join("mod.rs"),
                    );
                    let path = [&path[..], &[name]].concat();
                    let features = [features.clone(), features_of(&module.attrs)].concat();
                    // Others are written in the same file or have a place of their own. None of them has public items.
                    if beside.is_file() {
                        self.read_file(&beside, path, false, features)?;
                    } else if within.is_file() {
                        self.read_file(&within, path, true, features)?;
                    }
                }
                Item::Impl(item) => {
                    if let Some(name) = type_name(&item.self_ty) {
                        let features = [features.clone(), features_of(&item.attrs)].concat();
                        self.impls
                            .entry(name)
                            .or_default()
                            .push((path.clone(), item, features));
                    }
                }
                item => items.push(item),
            }
        }
        let attributes = parsed.attrs;
        self.modules.insert(
            path,
            Module {
                attributes,
                items,
                features,
            },
        );
        Ok(())
    }

    /// Returns the document.
    fn page(&self) -> Result<String, String> {
        let mut page = format!(
            "# The public API of `utf8kit` on one page\n\n\
             Made by `cargo xtask api` from the sources: each item with its signature and the first sentence of its\n\
             documentation, then the features of the crate that it needs, in parentheses. By default it has {}.\n\
             All fields that are shown are public.\n\n\
             A destination is `&mut [T]`, `&mut [MaybeUninit<T>]` or, with the feature `alloc`, `&mut Vec<T>`, for UTF-8 also\n\
             `&mut String`. The last two grow: what is written is appended, so that they are never full.\n",
            default_features()?
        );
        for path in &self.shown {
            let module = &self.modules[path];
            let features = module.features.clone();
            let name = [&["utf8kit".to_owned()], &path[..]].concat().join("::");
            let _ = write!(
                page,
                "\n## `{name}`\n\n{}{}\n\n",
                summary(&module.attributes),
                needs(&features, &[])
            );
            let mut publics = Vec::new();
            self.exported(path, &[], &mut publics)?;
            let is_type = |public: &Public<'_>| !matches!(public.item, Item::Fn(_) | Item::Const(_));
            publics.sort_by_key(|public| (is_type(public), public.name.clone()));
            for public in &publics {
                self.write_item(&mut page, public, &features);
            }
        }
        Ok(page)
    }

    /// Collects what a module shows.
    fn exported<'a>(
        &'a self,
        path: &[String],
        features: &[String],
        to: &mut Vec<Public<'a>>,
    ) -> Result<(), String> {
        let module = &self.modules[path];
        let features = [features, &module.features].concat();
        for item in &module.items {
            let Some((name, visibility, attributes)) = head(item) else {
                continue;
            };
            if !matches!(visibility, Visibility::Public(_)) || is_hidden(attributes) {
                continue;
            }
            let features = [features.clone(), features_of(attributes)].concat();
            if let Item::Use(item) = item {
                for (target, name) in uses(&item.tree) {
                    let target = self.module_of(path, &target)?;
                    match name.as_str() {
                        "*" => self.exported(&target, &features, to)?,
                        name => to.push(self.find(&target, name, &features)?),
                    }
                }
                continue;
            }
            to.push(Public {
                name,
                path: path.to_vec(),
                item,
                features,
            });
        }
        Ok(())
    }

    /// Returns the item `name` of a module, or of what it has by `use`.
    fn find<'a>(&'a self, path: &[String], name: &str, features: &[String]) -> Result<Public<'a>, String> {
        let module = &self.modules[path];
        let features = [features, &module.features].concat();
        for item in &module.items {
            let Some((own, _, attributes)) = head(item) else {
                continue;
            };
            let features = [features.clone(), features_of(attributes)].concat();
            if let Item::Use(item) = item {
                for (target, used) in uses(&item.tree) {
                    if let Ok(target) = self.module_of(path, &target)
                        && (used == name || used == "*")
                        && let Ok(found) = self.find(&target, name, &features)
                    {
                        return Ok(found);
                    }
                }
            } else if own == name {
                return Ok(Public {
                    name: own,
                    path: path.to_vec(),
                    item,
                    features,
                });
            }
        }
        Err(format!("{path:?} has no item {name}"))
    }

    /// Returns the module that a path of `use` in the module `from` names.
    fn module_of(&self, from: &[String], path: &[String]) -> Result<ModulePath, String> {
        let found = match path {
            [first, rest @ ..] if first == "crate" => rest.to_vec(),
            _ => [from, path].concat(),
        };
        match self.modules.contains_key(&found) {
            true => Ok(found),
            false => Err(format!("no module {found:?}")),
        }
    }

    fn write_item(&self, page: &mut String, public: &Public<'_>, known: &[String]) {
        let (signature, attributes) = match public.item {
            Item::Fn(item) => (text_of(&item.sig), &item.attrs),
            Item::Const(item) => (
                format!("const {}: {}", item.ident, text_of(&item.ty)),
                &item.attrs,
            ),
            Item::Struct(item) => {
                let signature = format!(
                    "struct {}{}{}",
                    item.ident,
                    text_of(&item.generics),
                    public_fields(&item.fields)
                );
                return self.write_type(page, public, signature, &item.attrs, known);
            }
            Item::Enum(item) => {
                let variants = item.variants.iter().map(|variant| match &variant.fields {
                    Fields::Unit => variant.ident.to_string(),
                    fields => format!("{}{}", variant.ident, without_docs(fields)),
                });
                let variants = variants.collect::<Vec<_>>().join(", ");
                let signature = format!("enum {}{} {{ {variants} }}", item.ident, text_of(&item.generics));
                self.write_type(page, public, signature, &item.attrs, known);
                for variant in &item.variants {
                    let needs = needs(&features_of(&variant.attrs), &public.features);
                    if !needs.is_empty() {
                        let _ = writeln!(page, "  - variant `{}`{needs}", variant.ident);
                    }
                }
                return;
            }
            Item::Trait(item) => return write_trait(page, item, &public.features, known),
            _ => return,
        };
        write_line(page, "", &signature, attributes, &public.features, known);
    }

    /// Writes a type, and what is implemented for it.
    fn write_type(
        &self,
        page: &mut String,
        public: &Public<'_>,
        signature: String,
        attributes: &[Attribute],
        known: &[String],
    ) {
        write_line(page, "", &signature, attributes, &public.features, known);
        let mut traits = Vec::new();
        for (path, item, features) in self.impls.get(&public.name).into_iter().flatten() {
            // Modules of encodings have types of the same name.
            if ENCODINGS.contains(&first(path)) && first(path) != first(&public.path) {
                continue;
            }
            let features = [public.features.clone(), features.clone()].concat();
            if let Some((_, name, _)) = &item.trait_ {
                traits.extend(implemented(item, name).map(|name| name + &needs(&features, &public.features)));
                continue;
            }
            for item in &item.items {
                match item {
                    ImplItem::Fn(item) if is_public(&item.vis) && !is_hidden(&item.attrs) => {
                        let features = [features.clone(), features_of(&item.attrs)].concat();
                        write_line(
                            page,
                            "  ",
                            &text_of(&item.sig),
                            &item.attrs,
                            &features,
                            &public.features,
                        );
                    }
                    ImplItem::Const(item) if is_public(&item.vis) && !is_hidden(&item.attrs) => {
                        let signature = format!("const {}: {}", item.ident, text_of(&item.ty));
                        write_line(page, "  ", &signature, &item.attrs, &features, &public.features);
                    }
                    _ => {}
                }
            }
        }
        if !traits.is_empty() {
            let _ = writeln!(page, "  - implements {}", traits.join(", "));
        }
    }
}

/// The modules that have the same names for what is the same in each.
const ENCODINGS: [&str; 5] = ["ascii", "latin1", "utf16", "utf32", "utf8"];

/// Returns the first name of a path.
fn first(path: &[String]) -> &str {
    path.first().map_or("", String::as_str)
}

/// Traits that say nothing of what can be done with a type: markers, and those that only this crate sees.
const UNSAID: [&str; 7] = [
    "ConvertPrefix",
    "FusedIterator",
    "Held",
    "Kernel",
    "Sealed",
    "Space",
    "ValidPrefix",
];

/// Returns the name of a trait that is implemented, with the item of an iterator.
fn implemented(item: &ItemImpl, name: &syn::Path) -> Option<String> {
    let last = name.segments.last()?;
    if UNSAID.contains(&last.ident.to_string().as_str()) {
        return None;
    }
    let associated = item.items.iter().find_map(|item| match item {
        ImplItem::Type(item) if item.ident == "Item" => Some(text_of(&item.ty)),
        _ => None,
    });
    Some(match associated {
        Some(associated) => format!("`{}<Item = {associated}>`", last.ident),
        None => format!("`{}`", text_of(last)),
    })
}

/// Writes a line of the list.
fn write_line(
    page: &mut String,
    indent: &str,
    signature: &str,
    attributes: &[Attribute],
    features: &[String],
    known: &[String],
) {
    let _ = writeln!(
        page,
        "{indent}- `{signature}`: {}{}",
        summary(attributes),
        needs(features, known)
    );
}

/// Returns the features in parentheses, without those that are known, or are implied by others.
fn needs(features: &[String], known: &[String]) -> String {
    let implied = |feature: &String| {
        features.iter().chain(known).any(|other| {
            IMPLIED
                .iter()
                .any(|(name, implied)| name == other && implied.contains(&feature.as_str()))
        })
    };
    let mut names: Vec<String> = Vec::new();
    for feature in features {
        let name = format!("`{feature}`");
        if !known.contains(feature) && !implied(feature) && !names.contains(&name) {
            names.push(name);
        }
    }
    match names.is_empty() {
        true => String::new(),
        false => format!(" ({})", names.join(", ")),
    }
}

/// Returns the first sentence of the documentation.
fn summary(attributes: &[Attribute]) -> String {
    let mut words = String::new();
    for attribute in attributes {
        let syn::Meta::NameValue(meta) = &attribute.meta else {
            continue;
        };
        if let syn::Expr::Lit(value) = &meta.value
            && meta.path.is_ident("doc")
            && let syn::Lit::Str(line) = &value.lit
        {
            let line = line.value();
            if line.trim().is_empty() {
                break;
            }
            words.push_str(line.trim_end());
        }
    }
    let words = words.trim();
    let sentence = words.find(". ").map_or(words, |at| &words[..=at]);
    // Links to items are for rustdoc.
    let mut plain = String::new();
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once("](") {
        plain.push_str(&before.replacen('[', "", 1));
        // A function's target ends with `()`.
        let (target, end) = after.split_once(')').unwrap_or((after, ""));
        rest = if target.ends_with('(') {
            end.strip_prefix(')').unwrap_or(end)
        } else {
            end
        };
    }
    plain.push_str(rest);
    plain.replace("[`", "`").replace("`]", "`")
}

/// Returns the source of a part of an item on one line.
fn text_of(part: &impl Spanned) -> String {
    let text = part.span().source_text().unwrap_or_default();
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.replace("( ", "(")
        .replace(", )", ")")
        .replace("< ", "<")
        .replace(", >", ">")
}

/// Writes a trait, and what it has.
fn write_trait(page: &mut String, item: &ItemTrait, features: &[String], known: &[String]) {
    let mut signature = format!("trait {}{}", item.ident, text_of(&item.generics));
    if !item.supertraits.is_empty() {
        let _ = write!(signature, ": {}", text_of(&item.supertraits));
    }
    write_line(page, "", &signature, &item.attrs, features, known);
    for item in &item.items {
        let (signature, attributes) = match item {
            TraitItem::Fn(item) => (text_of(&item.sig), &item.attrs),
            TraitItem::Type(item) => (format!("type {}", item.ident), &item.attrs),
            TraitItem::Const(item) => (
                format!("const {}: {}", item.ident, text_of(&item.ty)),
                &item.attrs,
            ),
            _ => continue,
        };
        if !is_hidden(attributes) {
            write_line(
                page,
                "  ",
                &signature,
                attributes,
                &features_of(attributes),
                known,
            );
        }
    }
}

/// Returns the public fields of a struct on one line, after a space, or nothing if none has a name.
fn public_fields(fields: &Fields) -> String {
    let Fields::Named(fields) = fields else {
        return String::new();
    };
    let fields = fields.named.iter().filter(|field| is_public(&field.vis));
    let fields = fields.map(|field| {
        let name = field.ident.as_ref().map_or(String::new(), ToString::to_string);
        format!("{name}: {}", text_of(&field.ty))
    });
    let fields = fields.collect::<Vec<_>>().join(", ");
    match fields.as_str() {
        "" => fields,
        _ => format!(" {{ {fields} }}"),
    }
}

/// Returns the fields of a variant on one line.
fn without_docs(fields: &Fields) -> String {
    let types = fields.iter().map(|field| match &field.ident {
        Some(name) => format!("{name}: {}", text_of(&field.ty)),
        None => text_of(&field.ty),
    });
    let types = types.collect::<Vec<_>>().join(", ");
    match fields {
        Fields::Named(_) => format!(" {{ {types} }}"),
        _ => format!("({types})"),
    }
}

/// Returns the name, the visibility and the attributes of an item that can be public.
fn head(item: &Item) -> Option<(String, &Visibility, &[Attribute])> {
    Some(match item {
        Item::Const(item) => (item.ident.to_string(), &item.vis, &item.attrs),
        Item::Enum(item) => (item.ident.to_string(), &item.vis, &item.attrs),
        Item::Fn(item) => (item.sig.ident.to_string(), &item.vis, &item.attrs),
        Item::Struct(item) => (item.ident.to_string(), &item.vis, &item.attrs),
        Item::Trait(item) => (item.ident.to_string(), &item.vis, &item.attrs),
        Item::Use(item) => (String::new(), &item.vis, &item.attrs),
        _ => return None,
    })
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Returns `true` if an item is not in the documentation.
fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let text = text_of(attribute);
        text == "#[doc(hidden)]" || text == "#[cfg(doctest)]"
    })
}

/// Returns the features that `#[cfg(…)]` names.
fn features_of(attributes: &[Attribute]) -> Features {
    let conditions = attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("cfg"));
    let names = conditions.flat_map(|condition| {
        let text = text_of(condition);
        let parts = text.split("feature = \"").skip(1);
        parts
            .filter_map(|part| Some(part.split_once('"')?.0.to_owned()))
            .collect::<Vec<_>>()
    });
    names.collect()
}

/// Returns the modules and names that a tree of `use` lists.
fn uses(tree: &UseTree) -> Vec<(Vec<String>, String)> {
    match tree {
        UseTree::Path(path) => {
            let first = path.ident.to_string();
            let rest = uses(&path.tree).into_iter();
            rest.map(|(path, name)| ([std::slice::from_ref(&first), &path[..]].concat(), name))
                .collect()
        }
        UseTree::Name(name) => vec![(Vec::new(), name.ident.to_string())],
        UseTree::Glob(_) => vec![(Vec::new(), "*".to_owned())],
        UseTree::Group(group) => group.items.iter().flat_map(uses).collect(),
        UseTree::Rename(_) => Vec::new(),
    }
}

/// Returns the name of a type.
fn type_name(of: &Type) -> Option<String> {
    match of {
        Type::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}
