//! The modules of a crate, and what each imports from the others: by `use`, by paths in its code, and by paths in the
//! arguments of macros. Code for tests is left out.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, Meta, UseTree, Visibility};

/// A module, which is a file, or a block `mod name { … }` in one.
pub(super) struct Module {
    /// Its path from the crate on. That of the crate is empty.
    pub(super) path: Vec<String>,
    pub(super) file: PathBuf,
    /// The paths that it names, with their lines.
    named: Vec<(Vec<String>, usize)>,
    /// What it has under names of its own, by `use`.
    aliases: BTreeMap<String, Vec<String>>,
    /// The modules of which it has everything, by `use module::*`.
    globs: Vec<Vec<String>>,
    /// The names of its items.
    items: Vec<String>,
}

/// An import: the module at `to`, or the crate called so, is named in a line of the module `from`.
pub(super) struct Import {
    pub(super) from: usize,
    pub(super) to: Target,
    pub(super) line: usize,
}

pub(super) enum Target {
    /// A module of the same crate.
    Module(usize),
    /// Another crate.
    Crate(String),
}

/// Reads the modules of the crate whose main file is `root`.
pub(super) fn read(root: &Path) -> Result<Vec<Module>, String> {
    let mut modules = Vec::new();
    read_file(root, Vec::new(), true, &mut modules)?;
    Ok(modules)
}

/// Reads a file. `owns_folder`: its modules are in the same folder as the file, not in the one that is called like it.
fn read_file(
    file: &Path,
    path: Vec<String>,
    owns_folder: bool,
    modules: &mut Vec<Module>,
) -> Result<(), String> {
    let (parsed, folder) = parse(file, owns_folder)?;
    read_items(&parsed.items, file, &folder, path, modules)
}

/// Returns what is in a file, and the folder of its modules: the one that the file is in if it `owns_folder`, or the one that is called
/// like it.
pub(crate) fn parse(file: &Path, owns_folder: bool) -> Result<(syn::File, PathBuf), String> {
    let say = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let text = fs::read_to_string(file).map_err(|error| say(&error))?;
    let parsed = syn::parse_file(&text).map_err(|error| say(&error))?;
    let folder = match owns_folder {
        true => file.with_file_name(""),
        false => file.with_extension(""),
    };
    Ok((parsed, folder))
}

fn read_items(
    items: &[Item],
    file: &Path,
    folder: &Path,
    path: Vec<String>,
    modules: &mut Vec<Module>,
) -> Result<(), String> {
    let mut module = Module {
        path: path.clone(),
        file: file.to_owned(),
        named: Vec::new(),
        aliases: BTreeMap::new(),
        globs: Vec::new(),
        items: Vec::new(),
    };
    let mut children = Vec::new();
    let mut listed = Vec::new();
    for item in items {
        match item {
            Item::Mod(child) => {
                module.items.push(child.ident.to_string());
                if !is_for_tests(&child.attrs) {
                    children.push(child);
                }
            }
            item => {
                if let Item::Macro(item) = item {
                    listed.extend(modules_in(item.mac.tokens.clone()));
                }
                module.items.extend(name_of(item));
                module.visit_item(item);
            }
        }
    }
    module.items.extend_from_slice(&listed);
    modules.push(module);
    for name in listed {
        let path = [&path[..], std::slice::from_ref(&name)].concat();
        read_module(folder, &name, path, modules)?;
    }
    for child in children {
        let name = child.ident.to_string();
        let path = [&path[..], std::slice::from_ref(&name)].concat();
        if let Some((_, items)) = &child.content {
            read_items(items, file, &folder.join(&name), path, modules)?;
            continue;
        }
        let places = places(&child.attrs);
        if !places.is_empty() {
            for place in places {
                read_file(&file.with_file_name(place), path.clone(), true, modules)?;
            }
            continue;
        }
        read_module(folder, &name, path, modules)?;
    }
    Ok(())
}

/// Reads the module `name`, whose file is in `folder`, or in a folder of its own there.
fn read_module(
    folder: &Path,
    name: &str,
    path: Vec<String>,
    modules: &mut Vec<Module>,
) -> Result<(), String> {
    let beside = folder.join(format!("{name}.rs"));
    match beside.is_file() {
        true => read_file(&beside, path, false, modules),
        false => read_file(&folder.join(name).join("mod.rs"), path, true, modules),
    }
}

/// Returns the names of the modules that a list in a macro declares: `mod name`.
fn modules_in(tokens: TokenStream) -> Vec<String> {
    let mut names = Vec::new();
    let mut is_after_mod = false;
    for token in tokens {
        if let TokenTree::Ident(name) = &token
            && is_after_mod
        {
            names.push(name.to_string());
        }
        is_after_mod = matches!(&token, TokenTree::Ident(word) if word == "mod");
        if let TokenTree::Group(group) = token {
            names.extend(modules_in(group.stream()));
        }
    }
    names
}

/// Returns the values of `#[path = "…"]` and `#[cfg_attr(…, path = "…")]`: a module can have several files, each on other systems.
fn places(attributes: &[Attribute]) -> Vec<String> {
    let mut places = Vec::new();
    for attribute in attributes {
        let tokens = match &attribute.meta {
            Meta::NameValue(meta) if meta.path.is_ident("path") => meta.to_token_stream(),
            Meta::List(meta) if meta.path.is_ident("cfg_attr") => meta.tokens.clone(),
            _ => continue,
        };
        let tokens: Vec<_> = tokens.into_iter().collect();
        for three in tokens.windows(3) {
            if let [
                TokenTree::Ident(name),
                TokenTree::Punct(_),
                TokenTree::Literal(place),
            ] = three
                && name == "path"
            {
                places.push(place.to_string().trim_matches('"').to_owned());
            }
        }
    }
    places
}

/// Returns `true` if an item is compiled for tests alone: by `#[cfg(test)]` or `#[cfg(all(test, …))]`.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let mut is_for_tests = false;
        if attribute.path().is_ident("cfg") {
            // What is not a list of these is for more than tests.
            let _ = attribute.parse_nested_meta(|meta| {
                is_for_tests |= meta.path.is_ident("test");
                if meta.path.is_ident("all") {
                    return meta.parse_nested_meta(|meta| {
                        is_for_tests |= meta.path.is_ident("test");
                        let _ = meta.input.parse::<TokenStream>();
                        Ok(())
                    });
                }
                Ok(())
            });
        }
        is_for_tests
    })
}

/// Returns the name that an item has in its module.
fn name_of(item: &Item) -> Option<String> {
    Some(match item {
        Item::Const(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Static(item) => item.ident.to_string(),
        Item::Struct(item) => item.ident.to_string(),
        Item::Trait(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        Item::Union(item) => item.ident.to_string(),
        Item::Macro(item) => item.ident.as_ref()?.to_string(),
        _ => return None,
    })
}

impl<'ast> Visit<'ast> for Module {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Const(item) => &item.attrs,
            Item::Enum(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Macro(item) => &item.attrs,
            Item::Mod(item) => &item.attrs,
            Item::Static(item) => &item.attrs,
            Item::Struct(item) => &item.attrs,
            Item::Trait(item) => &item.attrs,
            Item::Type(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => &Vec::new(),
        };
        if !is_for_tests(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let line = item.use_token.span.start().line;
        let is_shown = !matches!(item.vis, Visibility::Inherited);
        self.add_use(&item.tree, &mut Vec::new(), line, is_shown);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<_> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        if names.len() > 1 {
            self.named
                .push((names, path.segments[0].ident.span().start().line));
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.add_tokens(called.tokens.clone());
        visit::visit_macro(self, called);
    }
}

impl Module {
    /// Adds what a tree of `use` imports. `is_shown`: it gives names to other modules, and what has them is below this module, so
    /// that they import from there, by way of it; it does not import itself.
    fn add_use(&mut self, tree: &UseTree, before: &mut Vec<String>, line: usize, is_shown: bool) {
        match tree {
            UseTree::Path(part) => {
                before.push(part.ident.to_string());
                self.add_use(&part.tree, before, line, is_shown);
                before.pop();
            }
            UseTree::Name(part) => self.add_alias(&part.ident, &part.ident, before, line, is_shown),
            UseTree::Rename(part) => self.add_alias(&part.ident, &part.rename, before, line, is_shown),
            UseTree::Glob(_) => {
                self.globs.push(before.clone());
                if !is_shown || !self.is_below(before) {
                    self.named.push((before.clone(), line));
                }
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_use(tree, before, line, is_shown);
                }
            }
        }
    }

    fn add_alias(
        &mut self,
        name: &syn::Ident,
        own: &syn::Ident,
        before: &[String],
        line: usize,
        is_shown: bool,
    ) {
        let mut target = before.to_vec();
        let is_itself = name == "self";
        if !is_itself {
            target.push(name.to_string());
        }
        let own = match is_itself && own == "self" {
            true => before.last().cloned().unwrap_or_default(),
            false => own.to_string(),
        };
        if !is_shown || !self.is_below(&target) {
            self.named.push((target.clone(), line));
        }
        self.aliases.insert(own, target);
    }

    /// Returns `true` if a path that this module names leads to a module below it.
    fn is_below(&self, path: &[String]) -> bool {
        match path.first().map(String::as_str) {
            Some("self") => true,
            Some("crate") => path[1..].starts_with(&self.path),
            Some(first) => self.items.iter().any(|item| item == first),
            None => false,
        }
    }

    /// Adds the paths in the arguments of a macro, which begin with `crate`, `self` or `super`.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut line = 0;
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(part) => {
                    if colons != 2 {
                        self.end_path(&mut path, line);
                        line = part.span().start().line;
                    }
                    path.push(part.to_string());
                    colons = 0;
                    continue;
                }
                TokenTree::Punct(point) if point.as_char() == ':' => {
                    colons += 1;
                    continue;
                }
                TokenTree::Group(group) => {
                    self.end_path(&mut path, line);
                    self.add_tokens(group.stream());
                }
                _ => self.end_path(&mut path, line),
            }
            colons = 0;
        }
        self.end_path(&mut path, line);
    }

    fn end_path(&mut self, path: &mut Vec<String>, line: usize) {
        if path.len() > 1 {
            self.named.push((std::mem::take(path), line));
        }
        path.clear();
    }
}

/// Returns the imports of all modules.
pub(super) fn imports(modules: &[Module]) -> Vec<Import> {
    let places = modules.iter().enumerate().rev();
    let paths = Paths {
        modules,
        // Of a module with several files, the first is meant.
        places: places.map(|(place, module)| (&module.path[..], place)).collect(),
    };
    let mut imports = Vec::new();
    for (from, module) in modules.iter().enumerate() {
        for (path, line) in &module.named {
            let to = match paths.absolute(module, path) {
                Some(path) => Target::Module(paths.find(&path, 0)),
                // What it is was imported by this name.
                None if module
                    .aliases
                    .get(&path[0])
                    .is_some_and(|target| *target != path[..1]) =>
                {
                    continue;
                }
                None => Target::Crate(path[0].clone()),
            };
            imports.push(Import {
                from,
                to,
                line: *line,
            });
        }
    }
    imports
}

/// The modules of a crate by their paths.
struct Paths<'m> {
    modules: &'m [Module],
    places: HashMap<&'m [String], usize>,
}

/// How often a name may be that of a name elsewhere. Modules that show each other's names have no end.
const MOST_NAMES: usize = 16;

impl Paths<'_> {
    /// Returns a path that a module names from the crate on, or `None` if it begins with another crate or with an item.
    fn absolute(&self, module: &Module, path: &[String]) -> Option<Vec<String>> {
        let own = &module.path;
        Some(match path.first()?.as_str() {
            "crate" => path[1..].to_vec(),
            "self" => [own, &path[1..]].concat(),
            "super" => {
                let up = path.iter().take_while(|part| *part == "super").count();
                [&own[..own.len().saturating_sub(up)], &path[up..]].concat()
            }
            _ => {
                let below = [own, &path[..1]].concat();
                if !self.places.contains_key(&below[..]) {
                    return None;
                }
                [own, path].concat()
            }
        })
    }

    /// Returns the module in which the item at a path is: the last module on it, or the one that this has the name from.
    fn find(&self, path: &[String], names: usize) -> usize {
        let modules = (0..=path.len()).rev();
        let mut known = modules.filter_map(|len| Some((len, *self.places.get(&path[..len])?)));
        let (len, found) = known.next().expect("the root is a module");
        let (module, rest) = (&self.modules[found], &path[len..]);
        let Some(name) = rest.first().filter(|_| names < MOST_NAMES) else {
            return found;
        };
        if let Some(target) = module.aliases.get(name)
            && let Some(target) = self.absolute(module, target)
        {
            return self.find(&[&target, &rest[1..]].concat(), names + 1);
        }
        if module.items.contains(name) {
            return found;
        }
        for glob in &module.globs {
            if let Some(target) = self.absolute(module, glob) {
                let target = &self.modules[self.find(&target, names + 1)];
                if target.items.contains(name) || target.aliases.contains_key(name) {
                    return self.find(&[&target.path, rest].concat(), names + 1);
                }
            }
        }
        found
    }
}
