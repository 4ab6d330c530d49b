//! The map of a file as a strip: what its bytes are, from start to end.

use super::markup::share;
use std::fmt::Write;
use utf8kit_lint::{Cell, Map};

/// The height of a strip.
const HEIGHT: usize = 10;

/// A class of bytes, as a strip shows it.
struct Class {
    /// The class in the style sheet.
    name: &'static str,
    /// What the legend calls it.
    legend: &'static str,
    /// What it is called behind a percentage.
    share: &'static str,
    /// The height of its marks. The heights distinguish the classes without colours.
    height: usize,
    /// Returns its bytes in a cell.
    count: fn(&Cell) -> u64,
}

/// The classes. A cell is shown as the first of which it has bytes.
const CLASSES: [Class; 6] = [
    Class {
        name: "e",
        legend: "ill-formed bytes",
        share: "ill-formed",
        height: 10,
        count: |cell| cell.ill_formed,
    },
    Class {
        name: "z",
        legend: "NUL (U+0000)",
        share: "NUL",
        height: 8,
        count: |cell| cell.nul,
    },
    Class {
        name: "f",
        legend: "sequences of 4 bytes",
        share: "in sequences of 4 bytes",
        height: 7,
        count: |cell| cell.four,
    },
    Class {
        name: "h",
        legend: "sequences of 3 bytes",
        share: "in sequences of 3 bytes",
        height: 6,
        count: |cell| cell.three,
    },
    Class {
        name: "t",
        legend: "sequences of 2 bytes",
        share: "in sequences of 2 bytes",
        height: 5,
        count: |cell| cell.two,
    },
    Class {
        name: "a",
        legend: "ASCII",
        share: "ASCII",
        height: 3,
        count: |cell| cell.ascii,
    },
];

/// Appends the strip of a map, whose composition `about` describes. Neighbours of one class are one mark.
pub(super) fn push(to: &mut String, map: &Map, about: &str) {
    let cells = map.cells();
    write!(
        to,
        "<svg class=\"strip\" viewBox=\"0 0 {} {HEIGHT}\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"Map of the \
         file: {about}\">",
        cells.len()
    )
    .expect("writing to a string succeeds");
    let mut paths: [String; CLASSES.len()] = Default::default();
    let mut start = 0;
    for run in cells.chunk_by(|a, b| class(a) == class(b)) {
        let class = class(&run[0]);
        push_mark(&mut paths[class], start, run.len(), CLASSES[class].height);
        start += run.len();
    }
    for (class, path) in CLASSES.iter().zip(paths) {
        if !path.is_empty() {
            write!(to, "<path class=\"{}\" d=\"{path}\"/>", class.name)
                .expect("writing to a string succeeds");
        }
    }
    to.push_str("</svg>");
}

fn push_mark(path: &mut String, start: usize, width: usize, height: usize) {
    let top = HEIGHT - height;
    write!(path, "M{start} {top}h{width}v{height}h-{width}z").expect("writing to a string succeeds");
}

/// Returns the index of the class that a cell is shown as.
fn class(cell: &Cell) -> usize {
    let found = CLASSES.iter().position(|class| (class.count)(cell) > 0);
    found.unwrap_or(CLASSES.len() - 1)
}

/// Returns the composition of a text in words: `98.5 % ASCII, 1.5 % in sequences of 2 bytes`.
pub(super) fn composition(total: &Cell) -> String {
    let mut parts: Vec<_> = CLASSES
        .iter()
        .rev()
        .map(|class| ((class.count)(total), class.share))
        .filter(|&(count, _)| count > 0)
        .collect();
    parts.sort_by_key(|&(count, _)| std::cmp::Reverse(count));
    let parts: Vec<_> = parts
        .iter()
        .map(|&(count, class)| format!("{} {class}", share(count, total.len())))
        .collect();
    parts.join(", ")
}

/// Appends the legend.
pub(super) fn push_legend(to: &mut String) {
    to.push_str("<ul class=\"legend\">\n");
    for class in &CLASSES {
        let mut path = String::new();
        push_mark(&mut path, 0, 1, class.height);
        writeln!(
            to,
            "<li><svg class=\"key\" viewBox=\"0 0 1 {HEIGHT}\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><path \
             class=\"{}\" d=\"{path}\"/></svg>{}</li>",
            class.name, class.legend
        )
        .expect("writing to a string succeeds");
    }
    to.push_str("</ul>\n");
}
