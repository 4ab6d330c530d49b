//! Each rule does what it says of itself.

use utf8kit_lint::{Options, Rule, check};

#[test]
fn rules_find_what_their_examples_say() {
    for &rule in Rule::ALL {
        let options = Options::default().with_rules(rule.into());
        for example in rule.examples() {
            let findings = check(example.text, &options);
            let shown = String::from_utf8_lossy(example.text);
            assert!(findings.iter().all(|finding| finding.rule == rule), "{rule}");
            let first = findings.first().map(|finding| &*finding.kind);
            assert_eq!(first, example.kind, "{rule}: {shown:?}");
        }
        assert!(!rule.examples().is_empty(), "{rule}");
    }
}
