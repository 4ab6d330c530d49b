//! The rule `names`: names of files and directories. [`check_names`](crate::check_names) finds what it reports.

use crate::definition::{Definition, Example};

pub(crate) const RULE: Definition = Definition {
    name: "names",
    description: "names of files and directories: ill-formed, double-encoded, decomposed, with hidden characters",
    documentation: "\
A name is bytes for Linux and for the formats of archives, and text for people and for most programs. `utf8 check --names` checks the
names of files and directories, and with `-z` those in zip and tar. All names of a tree decide together about the encoding of those
that are not UTF-8; one short name alone leaves a doubt.

Kinds are `ill-formed`, a name that is not UTF-8; `double-encoded`, as in text; `decomposed`, a name that is not in Normalization Form C,
as macOS writes it; `bidi`, characters that reorder the name, so that `gpj.exe` looks like `exe.jpg`; `invisible` and `control`,
characters that show nothing or command a terminal; `too-long`, a name of more than 255 bytes, or one that would have more; `undeclared`,
a name in a zip archive that is in UTF-8 but not marked so, which Windows reads in IBM437.

`utf8 fix --names` renames what is ill-formed in an encoding that is very likely or that `--from` names, and what is double-encoded. With
`--select not-nfc`, decomposed names are composed. It never overwrites a file, and prints the commands that undo it. `fix.md` says more.",
    clause: "RFC 3629 section 3",
    url: "https://www.rfc-editor.org/rfc/rfc3629#section-3",
    examples: &[
        Example::found(b"caf\xE9.txt", "ill-formed"),
        Example::found("Fotos de S\u{C3}\u{A3}o Paulo".as_bytes(), "double-encoded"),
        Example::found("cafe\u{301}.txt".as_bytes(), "decomposed"),
        Example::found("photo\u{202E}gpj.exe".as_bytes(), "bidi"),
        Example::found("pass\u{200B}word.txt".as_bytes(), "invisible"),
        Example::found(b"a\nb", "control"),
        Example::clean("SÃO PAULO – 東京 – 👩\u{200D}🚀.txt".as_bytes()),
    ],
    is_heuristic: true,
    ..Definition::EMPTY
};
