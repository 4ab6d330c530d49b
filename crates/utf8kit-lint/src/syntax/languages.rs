//! The table of languages: how files are recognized, and what comments and strings begin and end with.
//!
//! What the table cannot say of a language is in its [`Family`], which the lexer knows.

/// A language, or several that have the same comments and strings.
#[derive(Debug)]
pub(super) struct Language {
    pub(super) name: &'static str,
    /// The extensions of its files, without dots, with spaces between them.
    pub(super) extensions: &'static str,
    /// The whole names of files, in lower case, as all of these.
    pub(super) files: &'static str,
    /// The interpreters after `#!`, without versions.
    pub(super) interpreters: &'static str,
    /// What comments begin with that the end of the line ends.
    pub(super) line_comments: &'static [&'static str],
    /// Whether these only begin at the start of a line, after a space or after a bracket: `$#` of shells is no comment.
    pub(super) comments_follow_spaces: bool,
    pub(super) block_comments: &'static [Comment],
    /// The longer ones first.
    pub(super) strings: &'static [Quote],
    /// Whether `'` begins a literal only if another one follows after one character or one escape: `'a` is a name.
    pub(super) has_characters: bool,
    /// Whether `\` in code makes the character after it a plain one.
    pub(super) escapes_in_code: bool,
    pub(super) family: Family,
}

/// A comment with a beginning and an end.
#[derive(Debug)]
pub(super) struct Comment {
    pub(super) open: &'static str,
    pub(super) close: &'static str,
    pub(super) nests: bool,
}

/// A string.
#[derive(Debug)]
pub(super) struct Quote {
    pub(super) open: &'static str,
    pub(super) close: &'static str,
    /// What makes the character after it a plain one, or 0.
    pub(super) escape: u8,
    pub(super) spans_lines: bool,
}

/// What is particular to a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Family {
    /// The table has all.
    Plain,
    /// Comments and strings are not known.
    Unknown,
    /// `R"x(…)x"`.
    Cpp,
    /// `@"…"`, `"""…"""` of any number of quotes.
    CSharp,
    /// `<<EOF`.
    Hcl,
    /// Regular expressions, templates, and elements of JSX.
    JavaScript,
    /// `#\"`, `?"`.
    Lisp,
    /// `[==[…]==]`.
    Lua,
    /// `{|…|}`.
    OCaml,
    /// Quoting with any delimiter, documentation, `<<EOF`.
    Perl,
    /// Text around `<?php …?>`, `<<<EOF`.
    Php,
    /// Quoting with any delimiter, `#{…}`, `<<~EOF`.
    Ruby,
    /// `r#"…"#`.
    Rust,
    /// `"$(…)"`, `$'…'`, `<<EOF`.
    Shell,
    /// `$x$…$x$`.
    Sql,
    /// `#"…"#`.
    Swift,
    /// Regular expressions and templates.
    TypeScript,
    /// Scalars without quotes.
    Yaml,
    /// `\\…` to the end of the line.
    Zig,
}

impl Language {
    /// Returns `true` if a string can have several lines, so that one that was missed could change what all lines after it are.
    pub(super) fn has_long_strings(&self) -> bool {
        let is_long = |quote: &Quote| quote.spans_lines && quote.open.len() == 1;
        matches!(self.family, Family::JavaScript | Family::TypeScript) || self.strings.iter().any(is_long)
    }
}

const fn string(open: &'static str, close: &'static str) -> Quote {
    Quote {
        open,
        close,
        escape: b'\\',
        spans_lines: false,
    }
}

const fn long(open: &'static str, close: &'static str) -> Quote {
    Quote {
        spans_lines: true,
        ..string(open, close)
    }
}

const fn raw(open: &'static str, close: &'static str) -> Quote {
    Quote {
        escape: 0,
        ..string(open, close)
    }
}

const fn long_raw(open: &'static str, close: &'static str) -> Quote {
    Quote {
        escape: 0,
        ..long(open, close)
    }
}

const fn comment(open: &'static str, close: &'static str) -> Comment {
    Comment {
        open,
        close,
        nests: false,
    }
}

const fn nested(open: &'static str, close: &'static str) -> Comment {
    Comment {
        nests: true,
        ..comment(open, close)
    }
}

/// A language of which nothing is known.
const NONE: Language = Language {
    name: "",
    extensions: "",
    files: "",
    interpreters: "",
    line_comments: &[],
    comments_follow_spaces: false,
    block_comments: &[],
    strings: &[],
    has_characters: false,
    escapes_in_code: false,
    family: Family::Plain,
};

/// Comments, strings and characters of C.
const C: Language = Language {
    line_comments: &["//"],
    block_comments: &[comment("/*", "*/")],
    strings: &[string("\"", "\"")],
    has_characters: true,
    ..NONE
};

/// Comments of shells, and strings in one line.
const HASH: Language = Language {
    line_comments: &["#"],
    strings: &[string("\"", "\""), string("'", "'")],
    ..NONE
};

/// Strings of the family of Lisp.
const LISP: Language = Language {
    line_comments: &[";"],
    block_comments: &[nested("#|", "|#")],
    strings: &[long("\"", "\"")],
    escapes_in_code: true,
    family: Family::Lisp,
    ..NONE
};

/// What `#!` names and nobody knows.
pub(super) static UNKNOWN: Language = Language {
    name: "unknown",
    family: Family::Unknown,
    ..NONE
};

pub(super) static LANGUAGES: &[Language] = &[
    Language {
        name: "C",
        extensions: "c h glsl hlsl wgsl vert frag comp metal",
        family: Family::Cpp,
        ..C
    },
    Language {
        name: "C++",
        extensions: "cc cpp cxx c++ hh hpp hxx h++ inl ipp tcc mm cu cuh ino",
        family: Family::Cpp,
        ..C
    },
    Language {
        name: "C#",
        extensions: "cs csx",
        family: Family::CSharp,
        ..C
    },
    Language {
        name: "Java",
        extensions: "java",
        strings: &[long("\"\"\"", "\"\"\""), string("\"", "\"")],
        ..C
    },
    Language {
        name: "Kotlin",
        extensions: "kt kts",
        block_comments: &[nested("/*", "*/")],
        strings: &[long_raw("\"\"\"", "\"\"\""), string("\"", "\"")],
        ..C
    },
    Language {
        name: "Scala",
        extensions: "scala sc sbt",
        interpreters: "scala",
        block_comments: &[nested("/*", "*/")],
        strings: &[long_raw("\"\"\"", "\"\"\""), string("\"", "\"")],
        ..C
    },
    Language {
        name: "Groovy",
        extensions: "groovy gradle",
        files: "jenkinsfile",
        interpreters: "groovy",
        strings: &[
            long("\"\"\"", "\"\"\""),
            long("'''", "'''"),
            string("\"", "\""),
            string("'", "'"),
        ],
        has_characters: false,
        ..C
    },
    Language {
        name: "Dart",
        extensions: "dart",
        block_comments: &[nested("/*", "*/")],
        strings: &[
            long("\"\"\"", "\"\"\""),
            long("'''", "'''"),
            string("\"", "\""),
            string("'", "'"),
        ],
        has_characters: false,
        ..C
    },
    Language {
        name: "Go",
        extensions: "go",
        strings: &[string("\"", "\""), long_raw("`", "`")],
        ..C
    },
    Language {
        name: "Rust",
        extensions: "rs",
        block_comments: &[nested("/*", "*/")],
        strings: &[long("\"", "\"")],
        family: Family::Rust,
        ..C
    },
    Language {
        name: "Swift",
        extensions: "swift",
        interpreters: "swift",
        block_comments: &[nested("/*", "*/")],
        strings: &[long("\"\"\"", "\"\"\""), string("\"", "\"")],
        has_characters: false,
        family: Family::Swift,
        ..C
    },
    Language {
        name: "Zig",
        extensions: "zig",
        block_comments: &[],
        family: Family::Zig,
        ..C
    },
    Language {
        name: "D",
        extensions: "d di",
        block_comments: &[comment("/*", "*/"), nested("/+", "+/")],
        strings: &[long("\"", "\""), long_raw("`", "`")],
        ..C
    },
    Language {
        name: "V",
        extensions: "vsh",
        strings: &[long("\"", "\""), long("'", "'"), long_raw("`", "`")],
        has_characters: false,
        ..C
    },
    Language {
        name: "Protocol Buffers",
        extensions: "proto thrift sol fbs",
        strings: &[string("\"", "\""), string("'", "'")],
        has_characters: false,
        ..C
    },
    Language {
        name: "SystemVerilog",
        extensions: "sv svh",
        has_characters: false,
        ..C
    },
    Language {
        name: "CSS",
        extensions: "css",
        line_comments: &[],
        strings: &[string("\"", "\""), string("'", "'")],
        has_characters: false,
        escapes_in_code: true,
        ..C
    },
    Language {
        name: "SCSS",
        extensions: "scss sass less styl",
        strings: &[string("\"", "\""), string("'", "'")],
        has_characters: false,
        escapes_in_code: true,
        ..C
    },
    Language {
        name: "JavaScript",
        extensions: "js mjs cjs jsx tsx es6 jsm",
        interpreters: "node nodejs deno bun",
        strings: &[string("\"", "\""), string("'", "'")],
        has_characters: false,
        family: Family::JavaScript,
        ..C
    },
    Language {
        name: "TypeScript",
        extensions: "ts mts cts",
        interpreters: "ts-node tsx",
        strings: &[string("\"", "\""), string("'", "'")],
        has_characters: false,
        family: Family::TypeScript,
        ..C
    },
    Language {
        name: "PHP",
        extensions: "php php3 php4 php5 php7 phtml inc",
        interpreters: "php",
        line_comments: &["//", "#"],
        strings: &[long("\"", "\""), long("'", "'"), long("`", "`")],
        has_characters: false,
        family: Family::Php,
        ..C
    },
    Language {
        name: "Pascal",
        extensions: "pas dpr lpr",
        block_comments: &[comment("{", "}"), comment("(*", "*)")],
        strings: &[raw("'", "'")],
        has_characters: false,
        ..C
    },
    Language {
        name: "Python",
        extensions: "py pyi pyw pyx pxd pxi bzl star",
        files: "sconstruct sconscript wscript build workspace",
        interpreters: "python pypy",
        strings: &[
            long("\"\"\"", "\"\"\""),
            long("'''", "'''"),
            string("\"", "\""),
            string("'", "'"),
        ],
        ..HASH
    },
    Language {
        name: "Shell",
        extensions: "sh bash zsh ksh dash bats ebuild",
        files: ".bashrc .bash_profile .bash_aliases .profile .zshrc .zshenv .zprofile pkgbuild apkbuild",
        interpreters: "sh bash zsh ksh dash ash mksh busybox",
        comments_follow_spaces: true,
        strings: &[long("\"", "\""), long_raw("'", "'")],
        escapes_in_code: true,
        family: Family::Shell,
        ..HASH
    },
    Language {
        name: "Fish",
        extensions: "fish",
        interpreters: "fish",
        comments_follow_spaces: true,
        strings: &[long("\"", "\""), long("'", "'")],
        escapes_in_code: true,
        ..HASH
    },
    Language {
        name: "PowerShell",
        extensions: "ps1 psm1 psd1",
        interpreters: "pwsh",
        block_comments: &[comment("<#", "#>")],
        comments_follow_spaces: true,
        strings: &[
            long_raw("@\"", "\n\"@"),
            long_raw("@'", "\n'@"),
            Quote {
                escape: b'`',
                ..long("\"", "\"")
            },
            long_raw("'", "'"),
        ],
        ..HASH
    },
    Language {
        name: "Ruby",
        extensions: "rb rake gemspec ru podspec",
        files: "rakefile gemfile vagrantfile podfile fastfile brewfile",
        interpreters: "ruby jruby",
        strings: &[long("\"", "\""), long("'", "'"), long("`", "`")],
        family: Family::Ruby,
        ..HASH
    },
    Language {
        name: "Perl",
        extensions: "pl pm t pod psgi",
        interpreters: "perl",
        strings: &[long("\"", "\""), long("'", "'"), long("`", "`")],
        family: Family::Perl,
        ..HASH
    },
    Language {
        name: "Awk",
        extensions: "awk",
        interpreters: "awk gawk mawk nawk",
        strings: &[string("\"", "\"")],
        ..HASH
    },
    Language {
        name: "R",
        extensions: "r",
        files: ".rprofile",
        interpreters: "rscript",
        strings: &[long("\"", "\""), long("'", "'"), long("`", "`")],
        ..HASH
    },
    Language {
        name: "Julia",
        extensions: "jl",
        interpreters: "julia",
        block_comments: &[nested("#=", "=#")],
        strings: &[long("\"\"\"", "\"\"\""), long("\"", "\""), long("`", "`")],
        has_characters: true,
        ..HASH
    },
    Language {
        name: "Nim",
        extensions: "nim nims",
        block_comments: &[nested("#[", "]#")],
        strings: &[long_raw("\"\"\"", "\"\"\""), string("\"", "\"")],
        has_characters: true,
        ..HASH
    },
    Language {
        name: "Elixir",
        extensions: "ex exs",
        interpreters: "elixir",
        strings: &[
            long("\"\"\"", "\"\"\""),
            long("'''", "'''"),
            long("\"", "\""),
            long("'", "'"),
        ],
        family: Family::Lisp,
        ..HASH
    },
    Language {
        name: "GraphQL",
        extensions: "graphql gql",
        strings: &[long("\"\"\"", "\"\"\""), string("\"", "\"")],
        ..HASH
    },
    Language {
        name: "TOML",
        extensions: "toml",
        files: "pipfile",
        strings: &[
            long("\"\"\"", "\"\"\""),
            long_raw("'''", "'''"),
            string("\"", "\""),
            raw("'", "'"),
        ],
        ..HASH
    },
    Language {
        name: "YAML",
        extensions: "yaml yml",
        files: ".clang-format .clang-tidy",
        line_comments: &[],
        strings: &[long("\"", "\""), long_raw("'", "'")],
        family: Family::Yaml,
        ..NONE
    },
    Language {
        name: "CMake",
        extensions: "cmake",
        files: "cmakelists.txt",
        block_comments: &[comment("#[[", "]]")],
        strings: &[long("\"", "\""), long_raw("[[", "]]"), long_raw("[=[", "]=]")],
        escapes_in_code: true,
        ..HASH
    },
    Language {
        name: "Make",
        extensions: "mk mak",
        files: "makefile gnumakefile makefile.am makefile.in",
        interpreters: "make",
        comments_follow_spaces: true,
        escapes_in_code: true,
        ..HASH
    },
    Language {
        name: "Dockerfile",
        extensions: "dockerfile",
        files: "dockerfile containerfile",
        comments_follow_spaces: true,
        escapes_in_code: true,
        family: Family::Hcl,
        ..HASH
    },
    Language {
        name: "HCL",
        extensions: "tf tfvars hcl nomad",
        line_comments: &["#", "//"],
        block_comments: &[comment("/*", "*/")],
        strings: &[string("\"", "\"")],
        family: Family::Hcl,
        ..NONE
    },
    Language {
        name: "Nix",
        extensions: "nix",
        block_comments: &[comment("/*", "*/")],
        strings: &[long_raw("''", "''"), long("\"", "\"")],
        ..HASH
    },
    Language {
        name: "Lua",
        extensions: "lua rockspec",
        interpreters: "lua luajit texlua",
        line_comments: &["--"],
        strings: &[string("\"", "\""), string("'", "'")],
        family: Family::Lua,
        ..NONE
    },
    Language {
        name: "SQL",
        extensions: "sql ddl psql pgsql plsql",
        line_comments: &["--"],
        block_comments: &[comment("/*", "*/")],
        strings: &[long_raw("'", "'"), long_raw("\"", "\""), raw("`", "`")],
        family: Family::Sql,
        ..NONE
    },
    Language {
        name: "Haskell",
        extensions: "hs lhs elm purs",
        interpreters: "runhaskell runghc stack",
        line_comments: &["--"],
        block_comments: &[nested("{-", "-}")],
        strings: &[string("\"", "\"")],
        has_characters: true,
        ..NONE
    },
    Language {
        name: "OCaml",
        extensions: "ml mli mll mly",
        interpreters: "ocaml",
        block_comments: &[nested("(*", "*)")],
        strings: &[long("\"", "\"")],
        has_characters: true,
        family: Family::OCaml,
        ..NONE
    },
    Language {
        name: "F#",
        extensions: "fs fsi fsx",
        block_comments: &[nested("(*", "*)")],
        strings: &[
            long_raw("\"\"\"", "\"\"\""),
            long_raw("@\"", "\""),
            long("\"", "\""),
        ],
        ..C
    },
    Language {
        name: "Erlang",
        extensions: "erl hrl",
        interpreters: "escript",
        line_comments: &["%"],
        strings: &[long("\"", "\""), string("'", "'")],
        ..NONE
    },
    Language {
        name: "Ada",
        extensions: "adb ads vhd vhdl",
        line_comments: &["--"],
        strings: &[raw("\"", "\"")],
        has_characters: true,
        ..NONE
    },
    Language {
        name: "Lisp",
        extensions: "el lisp lsp cl-lisp scm ss sld rkt clj cljs cljc fnl",
        interpreters: "guile sbcl racket emacs",
        ..LISP
    },
    Language {
        name: "Vim script",
        extensions: "vim",
        files: ".vimrc _vimrc vimrc .exrc",
        family: Family::Unknown,
        ..NONE
    },
    Language {
        name: "Batch",
        extensions: "bat cmd",
        family: Family::Unknown,
        ..NONE
    },
    Language {
        name: "Tcl",
        extensions: "tcl exp",
        interpreters: "tclsh wish expect",
        family: Family::Unknown,
        ..NONE
    },
    Language {
        // Objective-C and MATLAB, OpenCL and Lisp, Verilog and Coq.
        name: "ambiguous",
        extensions: "m cl v",
        family: Family::Unknown,
        ..NONE
    },
    Language {
        name: "assembly",
        extensions: "asm s nasm",
        family: Family::Unknown,
        ..NONE
    },
    Language {
        name: "Fortran",
        extensions: "f90 f95 f03 f08",
        line_comments: &["!"],
        strings: &[raw("\"", "\""), raw("'", "'")],
        ..NONE
    },
    Language {
        name: "Visual Basic",
        extensions: "vb bas vbs",
        line_comments: &["'"],
        strings: &[raw("\"", "\"")],
        ..NONE
    },
];
