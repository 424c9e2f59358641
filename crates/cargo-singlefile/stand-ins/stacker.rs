//! What stacker does on a processor on which it cannot switch stacks: it runs what it is given
//! where it is.

#[inline(always)]
pub fn maybe_grow<R, F: FnOnce() -> R>(_red_zone: usize, _stack_size: usize, callback: F) -> R {
    callback()
}

pub fn grow<R, F: FnOnce() -> R>(_stack_size: usize, callback: F) -> R {
    callback()
}

pub fn remaining_stack() -> Option<usize> {
    None
}
