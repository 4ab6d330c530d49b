//! The verbs. None imports another: what two of them need is below them.

pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod detect;
pub(crate) mod explain;
pub(crate) mod fix;
pub(crate) mod generate;
pub(crate) mod inspect;
