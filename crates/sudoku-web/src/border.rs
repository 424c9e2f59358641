//! What the outside of the module calls.
// A name that is not mangled could be that of another function of the program; in a WebAssembly
// module there is no other program.
#![allow(unsafe_code)]

use std::cell::RefCell;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = RefCell::default();
    static ANSWER: RefCell<Vec<u8>> = RefCell::default();
}

/// Room for a request of so many bytes; what was there before is gone.
#[no_mangle]
pub(crate) extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with(|input| {
        let mut input = input.borrow_mut();
        *input = vec![0; length];
        input.as_mut_ptr()
    })
}

/// Answers the request that was written into the room: the address of the reply.
#[no_mangle]
pub(crate) extern "C" fn answer() -> *const u8 {
    let request = INPUT.with(RefCell::take);
    let reply = crate::reply(&String::from_utf8_lossy(&request));
    ANSWER.with(|answer| {
        let mut answer = answer.borrow_mut();
        *answer = reply.into_bytes();
        answer.as_ptr()
    })
}

/// The length of the last reply.
#[no_mangle]
pub(crate) extern "C" fn answer_len() -> usize {
    ANSWER.with(|answer| answer.borrow().len())
}

#[cfg(test)]
mod tests {
    use super::{answer, answer_len, input};

    #[test]
    fn a_reply_lies_where_the_module_says() {
        assert!(!input(2).is_null());
        // Two zeros, which are no JSON.
        assert!(!answer().is_null());
        let reply = super::ANSWER.with(|answer| answer.borrow().clone());
        assert_eq!(reply.len(), answer_len());
        assert!(reply.starts_with(b"{\"error\":"));
    }
}
