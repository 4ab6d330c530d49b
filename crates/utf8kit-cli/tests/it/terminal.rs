//! Carets in a real terminal: tmux says where its cursor stands after what is before them.

use crate::common::{Place, wait_until};
use std::process::Command;
use utf8kit_test::is_installed;

/// What can stand before a finding. Where terminals differ (flags, families, letters of India), the command shows escapes or measures
/// as most of them do, and tmux is not asked.
const BEFORE: [&str; 14] = [
    "plain",
    "é, e\u{301}, Zażółć",
    "中文",
    "한국어",
    "カタカナ ｶﾀｶﾅ",
    "👍",
    "x👍🏽y",
    "❤ and ❤\u{FE0F}",
    "1\u{FE0F}\u{20E3}",
    "a\u{200D}b",
    "\ttab\tstop",
    "中\t文\u{301}",
    "Привет, שלום",
    "☀☂ →",
];

/// Cats each file in a cleared terminal and asks it for the cursor's place.
const SCRIPT: &str = r"
stty raw -echo
for file in before.*; do
  printf '\033[H\033[2J'; cat $file; printf '\033[6n'
  IFS= read -r -d R answer
  echo $file ${answer##*;} >> places
done
mv places all-places
";

#[test]
fn carets_are_below_what_they_mark_in_a_terminal() {
    if !is_installed("tmux") {
        return;
    }
    let place = Place::new();
    let mut carets = Vec::new();
    for (index, before) in BEFORE.iter().enumerate() {
        let name = format!("{index:02}.txt");
        place.write(&name, format!("{before}\u{202E}x\r\n"));
        let ran = place.run(["check", "--color=never", &name]);
        let lines: Vec<_> = ran.text().lines().collect();
        let (shown, _) = lines[1].split_once("\\u{202E}").expect("the finding is shown");
        // The line of the caret is in ASCII.
        carets.push(lines[2].find('^').expect("a caret") + 1);
        place.write(format!("before.{index:02}"), shown);
    }
    place.write("script", SCRIPT);
    let socket = place.path().join("tmux");
    let tmux = |arguments: &[&str]| {
        let mut command = Command::new("tmux");
        command.arg("-u").arg("-S").arg(&socket).args(["-f", "/dev/null"]);
        command.args(arguments).current_dir(place.path());
        command.env_remove("TMUX").env("LC_ALL", "C.UTF-8");
        command.output().expect("tmux runs")
    };
    let started = tmux(&["new-session", "-d", "-x", "120", "-y", "24", "bash script"]);
    assert!(
        started.status.success(),
        "{}",
        String::from_utf8_lossy(&started.stderr)
    );
    let all = place.path().join("all-places");
    wait_until("the terminal has answered", || all.exists());
    tmux(&["kill-server"]);
    let places = std::fs::read_to_string(all).expect("the places");
    let columns: Vec<usize> = places
        .lines()
        .map(|line| {
            line.split_once(' ')
                .expect("two words")
                .1
                .parse()
                .expect("a column")
        })
        .collect();
    for ((before, caret), column) in BEFORE.iter().zip(&carets).zip(&columns) {
        assert_eq!(caret, column, "{before:?}");
    }
    assert_eq!(columns.len(), BEFORE.len());
}
