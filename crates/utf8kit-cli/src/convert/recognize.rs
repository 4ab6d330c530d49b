//! `-f auto`: the encoding of an input, by its signature or by what `check` recognizes.

use crate::encodings::{self, Encoding};
use crate::escape::hex;
use utf8kit::signature::{self, Signature};
use utf8kit::{Encoding as Base, Endian};
use utf8kit_family as family;
use utf8kit_lint::{Detected, Options, Rule, check, detect};

/// Returns the encoding of an input that begins with `head`, and a sentence about it. `whole` states that `head` is all of
/// it.
pub(super) fn encoding(head: &[u8], whole: bool) -> (Encoding, String) {
    let utf8 = Encoding::Family(family::Encoding::UTF_8);
    let by_signature = |name: &str, signature: Signature| {
        format!(
            "taken as {name}: it starts with the signature `{}`",
            hex(signature.bytes())
        )
    };
    if let Some(signature @ Signature::Utf8) = signature::detect(head) {
        return (utf8, by_signature("UTF-8", signature));
    }
    if let Detected::Wide { encoding, signature } = detect(head, whole) {
        let name = family::Encoding::Base(encoding).name();
        let Some(signature) = signature else {
            let why = format!("taken as {name}: its zero bytes stand where {name} has them");
            return (Encoding::Family(family::Encoding::Base(encoding)), why);
        };
        // These remove the signature that gives the byte order.
        let encoding = match encoding {
            Base::Utf32(Endian::Big | Endian::Little) => family::Encoding::Utf32,
            _ => family::Encoding::Utf16,
        };
        return (Encoding::Family(encoding), by_signature(name, signature));
    }
    let options = Options::default().with_rules(Rule::OtherEncoding.into());
    let finding = check(head, &options).into_iter().next();
    let found =
        finding.and_then(|finding| Some((encodings::recognized(&finding.kind).ok()?, finding.message)));
    match found {
        Some((encoding, message)) => {
            let certainty = match message.contains("very likely") {
                true => "very likely",
                false => "likely",
            };
            let name = encoding.name();
            (
                encoding,
                format!("taken as {name}, which is {certainty}: it is not UTF-8"),
            )
        }
        None => (utf8, "taken as UTF-8".to_owned()),
    }
}
