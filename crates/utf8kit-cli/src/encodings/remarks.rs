//! Remarks: what is converted although the definition of an encoding has an objection.

use utf8kit::Encoding as Base;
use utf8kit_encodings::Encoding;
use utf8kit_encodings::hangul::{Finding, Report};

const UNDEFINED: &str = "U+FFFE or U+FFFF, which ISO/IEC 10646-1 Annex R leaves undefined (NOTE 3)";

/// Returns a remark on `count` code points that were read from `encoding`.
pub(crate) fn read(encoding: Encoding, count: u64) -> Option<String> {
    let times = times(count)?;
    Some(match encoding {
        Encoding::Base(Base::AnnexR5) => format!(
            "read sequences longer than necessary, which R.5 maps but which are a risk (RFC 3629 section 10), or \
             {UNDEFINED}: {times}"
        ),
        _ => format!("read {UNDEFINED}: {times}"),
    })
}

/// Returns a remark on `count` code points that were written.
pub(crate) fn written(count: u64) -> Option<String> {
    Some(format!("wrote {UNDEFINED}: {}", times(count)?))
}

/// Returns a remark on a text that was labelled `UNICODE-1-1-UTF-8`, if its Hangul does not agree with that.
pub(crate) fn hangul(report: &Report) -> Option<String> {
    let (old, new) = (report.old, report.new);
    let remark = match report.finding {
        Finding::NeedlessLabel => {
            "it has no Hangul, so that the label UNICODE-1-1-UTF-8 is needless".to_owned()
        }
        Finding::WrongLabel => {
            "its Hangul is at the code points of today: the label UNICODE-1-1-UTF-8 is wrong".to_owned()
        }
        Finding::Mixed => format!(
            "{old} characters are at the code points of Hangul in Unicode 1.1, and {new} at those of today: no label is \
             right for both"
        ),
        _ => return None,
    };
    Some(format!("{remark} (RFC 2279 section 5)"))
}

fn times(count: u64) -> Option<String> {
    match count {
        0 => None,
        1 => Some("once".to_owned()),
        _ => Some(format!("{count} times")),
    }
}
