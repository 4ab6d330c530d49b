//! Which part of a source file each place is in, for each language.

use super::languages::LANGUAGES;
use super::{Lexer, Part, Syntax};

fn name(file: &str, text: &str) -> Option<&'static str> {
    Syntax::of_file(file, text.as_bytes()).map(Syntax::name)
}

#[test]
fn the_name_of_the_file_or_the_interpreter_decides() {
    assert_eq!(name("a.RS", ""), Some("Rust"));
    assert_eq!(name("Makefile", ""), Some("Make"));
    assert_eq!(name("a.tar.py", ""), Some("Python"));
    assert_eq!(name("a", "#!/bin/sh -e\n"), Some("Shell"));
    assert_eq!(name("a", "\u{FEFF}#! /usr/bin/perl"), Some("Perl"));
    assert_eq!(name("a", "#!/usr/bin/env -S A=1 python3.12 -u\n"), Some("Python"));
    assert_eq!(name("a", "#!/opt/strange\n"), Some("unknown"));
    assert_eq!(name("a.txt", "text"), None);
    assert_eq!(name("csv", ""), None);
    assert_eq!(name("a.json", "{}"), None);
    assert_eq!(name("", "#!"), None);
}

#[test]
fn no_name_is_longer_than_what_is_looked_up() {
    for language in LANGUAGES {
        for names in [language.files, language.extensions, language.interpreters] {
            assert!(
                names
                    .split(' ')
                    .all(|name| name.len() <= 16 && name == name.to_lowercase())
            );
        }
    }
}

#[test]
fn no_two_languages_have_an_extension_in_common() {
    for language in LANGUAGES {
        for extension in language.extensions.split(' ').filter(|name| !name.is_empty()) {
            assert_eq!(extension, extension.to_lowercase());
            let file = format!("a.{extension}");
            assert_eq!(name(&file, ""), Some(language.name), "{extension}");
        }
    }
}

/// Returns the places in `text` that are not where their marks say: `¤` is in code, `¦` in a comment, a string or text, and `§` in
/// a name.
fn misplaced(file: &str, text: &str) -> Vec<String> {
    let syntax = Syntax::of_file(file, text.as_bytes()).unwrap();
    let mut lexer = Lexer::new(syntax);
    let mut wrong = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| matches!(c, '¤' | '¦' | '§')) {
        lexer.advance(text.as_bytes(), 0, at as u64);
        let is_right = match lexer.part() {
            Part::Code => c == '¤',
            Part::Name => c == '§',
            Part::Comment | Part::String => c == '¦',
            Part::Unknown => false,
        };
        if !is_right {
            let (line, part) = (text[..at].matches('\n').count() + 1, lexer.part());
            let near = &text[text.floor_char_boundary(at.saturating_sub(8))..at];
            wrong.push(format!("{file}:{line}: {c} is in {part:?} after {near}"));
        }
    }
    wrong
}

/// Text of each language.
const TEXTS: &[(&str, &str)] = &[
    (
        "a.c",
        "¤ #include <¤.h> // ¦ it's\n¤ /* ¦ \" */ ¤ \"¦\\\"¦\" ¤ '\"' ¤ '\\'' ¤ 'ab' ¤ \"¦ open\n ¤ \"¦ goes \\\n ¦ on\" ¤",
    ),
    (
        "a.cpp",
        "¤ R\"(¦ \" ¦)\" ¤ u8R\"x(¦ )\" ¦)x\" ¤ 1'000'000 ¤ L'¦' ¤ \"¦\"sv ¤",
    ),
    (
        "a.rs",
        "fn f<'a>(x: &'a str) ¤ { '\"'; ¤ '\\u{1F600}'; ¤ b'\\''; r\"¦\\\" ¤ r##\"¦ \"# ¦\"## ¤ r#type ¤ \"¦\n ¦\" ¤ /* ¦ /* ¦ */ ¦ */ ¤ }",
    ),
    ("a.java", "¤ \"\"\"\n ¦ \" ¦ \\\"\"\" ¦ \"\"\" ¤ 'x' ¤ // ¦\n ¤"),
    (
        "a.cs",
        "¤ @\"¦\\\" ¤ $@\"¦\"\"¦\" ¤ $\"¦\" ¤ \"\"\"¦ \" ¦\"\"\" ¤ \"\" ¤ '\"' ¤",
    ),
    ("a.go", "¤ `¦ \\` ¤ \"¦\" ¤ '\"' ¤ // ¦\n¤"),
    (
        "a.swift",
        "¤ #\"¦ \" ¦\"# ¤ \"\"\"\n¦ \" ¦\n\"\"\" ¤ #if x ¤ #\"\"\"¦ \"\"\" ¦\"\"\"# ¤",
    ),
    ("a.zig", "¤ = \\\\ ¦ \" ¦\n ¤ \"¦\" ¤"),
    ("a.d", "¤ /+ ¦ /+ ¦ +/ ¦ +/ ¤ `¦` ¤"),
    (
        "a.js",
        "#!/usr/bin/env ¦\n¤ /[/\"`]¦/ ¤ a / b ¤ / c; return /¦\"/g; ¤ `¦ ${ ¤ + `¦ ${ ¤ } ¦` + {a: ¤} } ¦ \\` ¦` ¤ '¦\\'¦' ¤ a < b ¤ > c",
    ),
    (
        "a.jsx",
        "return <p class='¦ {' x={ ¤ + <b/> }> ¦ don't {¤ /* ¦ */} ¦ <br/> ¦ <i>¦</i> ¦ </p>; ¤ \"¦\"; x = a ? <></> : <>¦</>; ¤",
    ),
    ("a.ts", "const x = <T>(¤) => 1; ¤ `¦` ¤ a<b>(¤)"),
    (
        "a.php",
        "<p> ¦ don't </p> <?php ¤ // ¦ ?> ¦ it's <?= ¤ '¦\n¦' ¤ # ¦\n ¤ #[Attribute] ¤\n$x = <<<EOT\n ¦ \"\n  EOT; ¤\n$y = <<<'X'\n¦\nX; ¤ /* ¦ */ ¤ ?> ¦",
    ),
    (
        "a.py",
        "¤ # ¦ it's\n¤ '''¦ '' ¦\n¦''' ¤ r'¦\\'¦' ¤ f\"¦\" ¤ \"\"\"¦ \\\"\"\" ¦\"\"\" ¤ '¦ open\n¤ \"\" ¤ '' ¤",
    ),
    (
        "a.sh",
        "¤ # ¦ it's\n¤ a#b ¤ $# ¤ ${x#y} ¤ '¦ \\' ¤ \"¦ $( ¤ \"¦ )\" '¦' ¤ ) ¦\" ¤ $'¦\\'¦' ¤ \\\" ¤ \\' ¤\ncat <<EOF <<-'B' ¤\n ¦ \"\n EOF\n¦\nEOF\n¦ '\n\tB\n¤ <<< \"¦\" ¤",
    ),
    ("a.fish", "¤ '¦\\'¦' ¤ # ¦\n¤ \"¦\n¦\" ¤"),
    (
        "a.ps1",
        "¤ <# ¦\n¦ #> ¤ @\"\n¦ \" ¦\n\"@ ¤ \"¦`\"¦\" ¤ '¦' ¤ # ¦\n¤ x#y ¤ @'\n¦ ' ¦\n'@ ¤",
    ),
    (
        "a.rb",
        "¤ %w[¦ [¦] ¦] ¤ %q(¦) ¤ \"¦ #{ ¤ + \"¦\" } ¦\" ¤ x % 3 ¤ # ¦\n=begin\n¦ \"\n=end\n¤ if /¦\"/ ¤ a / b ¤ ?\" ¤\nf <<~EOS, <<-X ¤\n ¦ \"\n EOS\n¦\n X\n¤ class << self ¤ f __END__ ¤\n__END__\n¦ \"",
    ),
    (
        "a.pl",
        "¤ # ¦ it's\n¤ q{¦ {¦} ¦} ¤ qw(¦) ¤ s{¦} {¦}g ¤ s/¦\"/¦'/ ¤ $x{y} ¤ $h->{s} ¤ $' ¤ $\" ¤ $#x ¤ m#¦ \"# ¤ tr/¦/¦/ ¤\n=pod\n\n¦ don't\n\n=cut\n¤ <<\"EOF\" ¤\n¦ '\nEOF\n¤ y => 1 ¤ if /¦\"/ ¤ $a / $b ¤ / 2\n__END__\n¦",
    ),
    ("a.awk", "¤ { x = \"¦\" ¤ # ¦\n¤ }"),
    (
        "a.lua",
        "¤ -- ¦\n¤ --[==[ ¦ ]] ¦ ]==] ¤ [[¦ ' ¦]] ¤ '¦' ¤ t[1] ¤ --[ ¦\n¤",
    ),
    (
        "a.sql",
        "¤ -- ¦ it's\n¤ '¦''¦' ¤ 'it\\'s ¦' ¤ 'C:\\', ¤ \"¦\" ¤ $x$ ¦ ' ¦ $$ ¦ $x$ ¤ $$¦$$ ¤ /* ¦ */ ¤",
    ),
    ("a.hs", "¤ -- ¦\n¤ {- ¦ {- ¦ -} ¦ -} ¤ x' ¤ '\"' ¤ \"¦\" ¤"),
    (
        "a.ml",
        "¤ (* ¦ (* ¦ *) ¦ *) ¤ {|¦ \" ¦|} ¤ {id|¦ |} ¦|id} ¤ 'a ¤ '\"' ¤",
    ),
    ("a.el", "¤ ; ¦\n¤ ?\\\" ¤ ?\" ¤ \"¦\\\"\n¦\" ¤ #| ¦ |# ¤ 'x ¤"),
    ("a.clj", "¤ \\\" ¤ \"¦\" ¤"),
    ("a.ex", "¤ \"\"\"\n¦ \" ¦\n\"\"\" ¤ # ¦\n¤"),
    ("a.jl", "¤ #= ¦ #= ¦ =# ¦ =# ¤ x' ¤ \"¦\" ¤"),
    ("a.nim", "¤ #[ ¦ ]# ¤ \"\"\"¦ \" ¦\"\"\" ¤"),
    ("a.erl", "¤ % ¦\n¤ '¦' ¤"),
    ("a.tf", "¤ \"¦\" ¤ // ¦\n¤ x = <<EOT\n¦ \"\nEOT\n¤"),
    ("a.nix", "¤ ''¦ \" ¦\n¦'' ¤ # ¦\n¤"),
    ("a.toml", "¤ = '''¦ ' ¦''' ¤ # ¦\n¤ = '¦\\' ¤ \"¦\\\"¦\" ¤"),
    ("a.css", "¤ /* ¦ */ ¤ \"¦\" ¤ a//b ¤"),
    ("a.scss", "¤ // ¦\n¤ '¦' ¤"),
    ("a.pas", "¤ { ¦ } ¤ (* ¦ *) ¤ '¦''¦' ¤ // ¦\n¤"),
    ("a.cmake", "¤ #[[ ¦\n¦ ]] ¤ [[¦]] ¤ \"¦\n¦\" ¤ # ¦\n¤"),
    ("Makefile", "¤: ¤ # ¦\n\t¤ '¦' ¤"),
    ("a.proto", "¤ '¦' ¤ // ¦\n¤"),
    ("a.fs", "¤ (* ¦ *) ¤ @\"¦\\\" ¤ \"\"\"¦\"\"\" ¤ // ¦\n¤"),
    ("a.adb", "¤ -- ¦\n¤ '\"' ¤ x'y ¤ \"¦\" ¤"),
    ("a.f90", "¤ ! ¦\n¤ '¦' ¤"),
    ("a.vb", "¤ \"¦\" ¤ ' ¦\n¤"),
    (
        "a.yaml",
        "k§§ : x¦ # ¦\n-\u{A0}¤\n- ¤x¦\n\u{A0}¤\nkey:\u{A0}¤\nkey: ¤ \nkey: 'a ¦\n  ¦' # ¦\nkey: \"¦\"\nkey: |\n  ¦\n  ¦: ¦\n\n   ¦\nn§xt: >-\n ¦\ne§d: a: ¦\nf: {a¦, b: ¦}\n\"¦\":\u{A0}¤\nurl: http://x¦\n",
    ),
];

#[test]
fn each_place_is_in_its_part() {
    let wrong: Vec<_> = TEXTS
        .iter()
        .flat_map(|(file, text)| misplaced(file, text))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_parts_do_not_depend_on_the_pieces() {
    for (file, text) in TEXTS {
        let syntax = Syntax::of_file(file, text.as_bytes()).unwrap();
        let text = text.as_bytes();
        let mut lexer = Lexer::new(syntax);
        let singly: Vec<_> = (0..text.len())
            .map(|at| {
                lexer.advance(text, 0, at as u64);
                lexer.part()
            })
            .collect();
        for (to, part) in singly.iter().enumerate() {
            let mut lexer = Lexer::new(syntax);
            lexer.advance(text, 0, to as u64);
            assert_eq!(lexer.part(), *part, "{file}: at once to {to}");
        }
        // What is before the place is not needed.
        let mut lexer = Lexer::new(syntax);
        for to in (0..text.len()).step_by(5) {
            let start = lexer.offset();
            lexer.advance(&text[start as usize..], start, to as u64);
            assert_eq!(lexer.part(), singly[to], "{file}: to {to}");
        }
    }
}

#[test]
fn a_text_is_read_again_in_parts() {
    let line = "x = 'it' # don't\n";
    let text = [&line.repeat(40_000)[..], "y = \"¦\" ¤"].concat();
    for (mark, part) in [('¦', Part::String), ('¤', Part::Code)] {
        let mut lexer = Lexer::new(Syntax::of_file("a.py", b"").unwrap());
        let Ok(()) = lexer.advance_in(&text.as_bytes(), text.find(mark).unwrap() as u64);
        assert_eq!(lexer.part(), part);
    }
}

#[test]
fn any_text_has_parts_in_any_language() {
    let all: String = TEXTS.iter().map(|(_, text)| *text).collect();
    for text in [&all, &"`${<a b={\"$(#{q(".repeat(2000), &"<<A <<B\n".repeat(2000)] {
        for language in LANGUAGES {
            let mut lexer = Lexer::new(Syntax(language));
            lexer.advance(text.as_bytes(), 0, text.len() as u64);
            assert!(lexer.offset() >= text.len() as u64, "{}", language.name);
        }
    }
}
