//! Tests that public types can be sent to and shared with other threads, and used after a panic was caught.

use std::panic::{RefUnwindSafe, UnwindSafe};
use utf8kit::{
    CodePoint, CodePoints, ConvertError, ConvertErrorKind, Converted, DestinationFull, Encoding, Endian,
    ErrorKind, IllFormed, IntoStringError, Lossy, Number, Policy, Reason, Replacement, Subset, Tier,
    TierUnavailable, UnknownName, codec, signature, stream, utf8, utf16,
};

/// Requires the traits of types that own all that they hold, or refer to plain data.
fn plain<T: Send + Sync + Unpin + UnwindSafe + RefUnwindSafe>() {}

/// Requires the traits of types that can hold the caller's function, which is `Sync` and nothing else.
fn with_function<T: Send + Sync + Unpin>() {}

#[test]
fn public_types_have_all_auto_traits_that_they_can_have() {
    plain::<ConvertError>();
    plain::<ConvertErrorKind>();
    plain::<DestinationFull>();
    plain::<Encoding>();
    plain::<Endian>();
    plain::<ErrorKind>();
    plain::<IllFormed>();
    plain::<IntoStringError>();
    plain::<IntoStringError<std::sync::Arc<[u8]>>>();
    plain::<Lossy>();
    plain::<Number>();
    plain::<Reason<'_>>();
    plain::<Replacement<'_>>();
    plain::<Tier>();
    plain::<TierUnavailable>();
    plain::<UnknownName>();
    plain::<utf8::Chunk<'_>>();
    plain::<utf8::Chunks<'_>>();
    plain::<utf8::CharsLossy<'_>>();
    plain::<utf8::CharIndicesLossy<'_>>();
    plain::<utf16::Chunk<'_>>();
    plain::<utf16::Chunks<'_>>();
    plain::<utf16::CharsLossy<'_>>();
    plain::<utf16::CharIndicesLossy<'_>>();
    plain::<signature::Signature>();
    plain::<CodePoint>();
    plain::<CodePoints<'_>>();
    plain::<Converted>();
    plain::<Subset<'_>>();
    plain::<codec::Any>();
    plain::<codec::Description>();
    plain::<stream::SignaturePolicy>();
    plain::<stream::Step>();
    plain::<stream::Stop>();
    plain::<stream::Validator>();
    with_function::<Policy<'_>>();
    with_function::<stream::Stream<'_>>();
    with_function::<stream::Decoder<'_>>();
    with_function::<stream::Encoder<'_>>();
    with_function::<stream::DecodeReader<'_, &[u8]>>();
    with_function::<stream::EncodeWriter<'_, Vec<u8>>>();
}
