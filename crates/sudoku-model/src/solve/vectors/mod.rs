//! What all vector code here has in common: one pattern, for each backend with lanes of its own.
//!
//! ```text
//! Avx2::detect() ──► token ──run(work)──► vector of zeros ──of, and, or, ..──► vectors
//! ```
//!
//! * The token `Avx2` can be made only where the machine has the instructions. The first vector
//!   comes from the token, all others from vectors: whoever has one of either may use them.
//! * WebAssembly and SSE2 have no token: what their machine has is known when the code is compiled.
//! * What vectors can do is a trait `Lanes` of the backend. It is implemented in two tables, which
//!   the tests compare: `registers` for the machine, and `inlined` for ordinary words.
//! * A search is generic, and `#[inline(always)]` all through. The token runs it in a function that
//!   is compiled for its instructions; what is not inlined there makes a call of each of them.

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
pub(super) mod pairs;

/// Functions that are inlined into what calls them, whatever instructions that is compiled for.
macro_rules! inlined {
    ($(fn $name:ident $(<const $n:ident: $t:ty>)? ($($argument:tt)*) -> $result:ty = $body:expr;)+)
    => {$(
        #[inline(always)]
        fn $name $(<const $n: $t>)? ($($argument)*) -> $result {
            $body
        }
    )+};
}
pub(super) use inlined;

/// A loop over few vectors, written out: they stay in registers also where size counts and the
/// compiler unrolls no loop, as in the page.
macro_rules! each {
    ($k:ident in $($value:literal)+ $body:block) => {
        $({
            let $k = $value;
            $body
        })+
    };
}
pub(super) use each;
