//! References to characters in HTML: `&eacute;`, `&#233;`, `&#xE9;`.

/// The names of U+00A0..=U+00FF, in order.
const LATIN_1: &str = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 \
    acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig \
    Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave \
    Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave \
    iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

/// The names of the other characters that HTML 4 has, each before its character.
const OTHERS: &str = "\
    OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ fnof ƒ circ ˆ tilde ˜ Alpha Α Beta Β Gamma Γ Delta Δ Epsilon Ε Zeta Ζ \
    Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο Pi Π Rho Ρ Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ \
    Psi Ψ Omega Ω alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν \
    xi ξ omicron ο pi π rho ρ sigmaf ς sigma σ tau τ upsilon υ phi φ chi χ psi ψ omega ω thetasym ϑ upsih ϒ piv ϖ \
    ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo \
    „ dagger † Dagger ‡ bull • hellip … permil ‰ prime ′ Prime ″ lsaquo ‹ rsaquo › oline ‾ frasl ⁄ euro € image ℑ \
    weierp ℘ real ℜ trade ™ alefsym ℵ larr ← uarr ↑ rarr → darr ↓ harr ↔ crarr ↵ lArr ⇐ uArr ⇑ rArr ⇒ dArr ⇓ hArr \
    ⇔ forall ∀ part ∂ exist ∃ empty ∅ nabla ∇ isin ∈ notin ∉ ni ∋ prod ∏ sum ∑ minus − lowast ∗ radic √ prop ∝ \
    infin ∞ ang ∠ and ∧ or ∨ cap ∩ cup ∪ int ∫ there4 ∴ sim ∼ cong ≅ asymp ≈ ne ≠ equiv ≡ le ≤ ge ≥ sub ⊂ sup ⊃ \
    nsub ⊄ sube ⊆ supe ⊇ oplus ⊕ otimes ⊗ perp ⊥ sdot ⋅ lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋ lang 〈 rang 〉 loz ◊ \
    spades ♠ clubs ♣ hearts ♥ diams ♦";

/// Returns the places of the references in `text`.
pub(super) fn all(text: &str) -> impl Iterator<Item = usize> {
    memchr::memchr_iter(b'&', text.as_bytes()).filter(|&at| decode(&text[at..]).is_some())
}

/// Returns the character that the reference at the start of `text` stands for, if it is not ASCII, and the length of the
/// reference in bytes.
pub(super) fn decode(text: &str) -> Option<(char, usize)> {
    /// No name or number is longer.
    const LONGEST: usize = 10;
    let rest = text.strip_prefix('&')?;
    let len = rest.bytes().take(LONGEST).position(|byte| byte == b';')?;
    let name = &rest[..len];
    let c = match name.strip_prefix('#') {
        Some(number) => {
            let number = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(number.ok()?)?
        }
        None => named(name)?,
    };
    (!c.is_ascii()).then_some((c, len + 2))
}

fn named(name: &str) -> Option<char> {
    let place = LATIN_1.split_ascii_whitespace().position(|other| other == name);
    match place {
        Some(place) => char::from_u32(0xA0 + place as u32),
        None => {
            let mut others = OTHERS.split_ascii_whitespace();
            others.find(|other| *other == name)?;
            others.next()?.chars().next()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_stand_for_characters() {
        for (text, c) in [
            ("&eacute;", 'é'),
            ("&nbsp;", '\u{A0}'),
            ("&yuml;x", 'ÿ'),
            ("&trade;", '™'),
            ("&#233;", 'é'),
            ("&#xE9;", 'é'),
            ("&#XE9;&", 'é'),
        ] {
            let len = text.find(';').unwrap() + 1;
            assert_eq!(decode(text), Some((c, len)), "{text}");
        }
        for text in [
            "&amp;",
            "&eacute",
            "é",
            "&;",
            "&#;",
            "&#xD800;",
            "&#65;",
            "&longer-than-any;",
            "& é;",
            "&é;",
        ] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
