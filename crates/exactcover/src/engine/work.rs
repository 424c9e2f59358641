//! Work in a function of its own, which can be compiled for other instructions than its caller.

/// Something to do in such a function. What it calls must be inlined to profit from that.
pub(crate) trait Work {
    type Output;
    fn work(self) -> Self::Output;
}
