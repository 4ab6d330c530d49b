//! The chart in README.md, from the summaries in `bench/results/`.

use serde_json::Value;
use std::fmt::Write as _;

/// Where the chart is.
pub const FILE: &str = "docs/images/speed.svg";

/// The operations that are shown, and what a reader calls them.
const OPERATIONS: [(&str, &str); 8] = [
    ("validate", "validate UTF-8"),
    ("validate-utf16", "validate UTF-16"),
    ("count-utf8", "count characters"),
    ("utf8-to-utf16", "UTF-8 to UTF-16"),
    ("utf16-to-utf8", "UTF-16 to UTF-8"),
    ("utf8-to-utf32", "UTF-8 to UTF-32"),
    ("utf32-to-utf8", "UTF-32 to UTF-8"),
    ("latin1-to-utf8", "Latin-1 to UTF-8"),
];

const COLORS: [&str; 4] = ["#1f4e8c", "#6ba3d6", "#d9822b", "#7a7a7a"];

/// The place of 0, and of 1.00 more, in pixels.
const START: f64 = 140.0;
const UNIT: f64 = 155.0;
/// The height of a bar, and what is between two operations.
const BAR: f64 = 11.0;
const GAP: f64 = 11.0;
const TOP: f64 = 50.0;
const WIDTH: f64 = 720.0;

/// Returns the name of an instruction set, as its maker writes it.
fn instruction_set(tier: &str) -> String {
    match tier {
        "avx512" => "AVX-512".to_owned(),
        other => other.to_uppercase(),
    }
}

/// Returns the chart of these runs: for each operation a bar of each run, as long as the geometric mean of the ratios for whole texts.
pub fn draw(runs: &[Value]) -> String {
    let text = |run: &Value, key: &str| run[key].as_str().unwrap_or_default().to_owned();
    let mut shapes = String::new();
    let mut add = |shape: String| {
        let _ = writeln!(shapes, "{shape}");
    };
    let group = BAR * runs.len() as f64 + GAP;
    let bottom = TOP + group * OPERATIONS.len() as f64;
    for tenths in (0..=30).step_by(5) {
        let x = START + UNIT * f64::from(tenths) / 10.0;
        let label = match tenths {
            10 => "simdutf 9.1".to_owned(),
            _ => format!("{:.1}", f64::from(tenths) / 10.0),
        };
        add(format!("<path d=\"M{x:.1} {TOP}V{bottom:.1}\" stroke=\"#ddd\"/>"));
        add(format!(
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
            bottom + 16.0
        ));
    }
    let mut x = 12.0;
    for (run, color) in runs.iter().zip(COLORS) {
        let processor = text(run, "processor");
        let processor = processor.split(" (").next().unwrap_or_default();
        let label = format!("{processor}, {}", instruction_set(&text(run, "tier")));
        add(format!("<path d=\"M{x:.1} 21h10v10h-10z\" fill=\"{color}\"/>"));
        add(format!("<text x=\"{:.1}\" y=\"30\">{label}</text>", x + 15.0));
        x += 15.0 + 6.6 * label.len() as f64 + 10.0;
    }
    for (row, (operation, label)) in OPERATIONS.iter().enumerate() {
        let top = TOP + GAP / 2.0 + group * row as f64;
        let middle = top + BAR * runs.len() as f64 / 2.0 + 4.0;
        add(format!(
            "<text x=\"{:.1}\" y=\"{middle:.1}\" text-anchor=\"end\">{label}</text>",
            START - 8.0
        ));
        for (place, (run, color)) in runs.iter().zip(COLORS).enumerate() {
            let found = run["operations"]
                .as_array()
                .into_iter()
                .flatten()
                .find(|it| it["operation"] == *operation);
            let Some(mean) = found.and_then(|it| it["summaries"]["texts"]["geometric_mean"].as_f64()) else {
                continue;
            };
            let (y, width) = (top + BAR * place as f64, UNIT * mean);
            add(format!(
                "<path d=\"M{START} {y:.1}h{width:.1}v{:.1}h-{width:.1}z\" fill=\"{color}\"/>",
                BAR - 1.0
            ));
            add(format!(
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\">{mean:.2}</text>",
                START + width + 4.0,
                y + 9.0
            ));
        }
    }
    // Over the bars, which it cuts where they are longer.
    add(format!(
        "<path d=\"M{:.1} {TOP}V{bottom:.1}\" stroke=\"#000\"/>",
        START + UNIT
    ));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" width=\"{WIDTH}\" \
         font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n\
         <title>How fast utf8kit is in memory, as a multiple of the speed of simdutf 9.1</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         {shapes}</svg>\n",
        height = bottom + 26.0,
    )
}
