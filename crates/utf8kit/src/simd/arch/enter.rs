//! Running code in a function that is compiled for an instruction set.
//!
//! Functions over the vector traits are `#[inline(always)]` and have no `#[target_feature]` of their own: they are compiled
//! with the features of the function that they are inlined into. Two kinds of functions have the attribute: the functions
//! of the dispatch, and the function inside [`Vectors::enter`](super::Vectors::enter).
//!
//! A closure around vector code would lose the features, so the code to run is a type that implements [`Kernel`].

/// Vector code that [`Vectors::enter`](super::Vectors::enter) runs.
pub(crate) trait Kernel<S> {
    type Output;

    /// Runs the kernel. Implementations are `#[inline(always)]`.
    fn run(self, simd: S) -> Self::Output;
}

/// A closure without vector code, to be compiled with the features of an instruction set.
pub(crate) struct Plain<F>(pub(crate) F);

impl<S, R, F: FnOnce() -> R> Kernel<S> for Plain<F> {
    type Output = R;

    #[inline(always)]
    fn run(self, _: S) -> R {
        (self.0)()
    }
}
