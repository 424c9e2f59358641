//! What every vector of two registers takes: of WebAssembly, if the module is compiled for its
//! instructions, and of SSE2, which every x86-64 machine has.
//!
//! Unsafe because of changes of type. What has the instructions is known at compile time, so there
//! is no token and nothing to prove.
#![allow(unsafe_code)]

#[cfg(target_arch = "wasm32")]
use core::arch::wasm32::v128 as Register;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::__m128i as Register;
use core::mem::transmute;

/// Two registers: 256 bits.
#[derive(Clone, Copy)]
pub(crate) struct Vector(pub(crate) Register, pub(crate) Register);

impl Vector {
    #[inline(always)]
    pub(crate) fn each(self, f: impl Fn(Register) -> Register) -> Self {
        Vector(f(self.0), f(self.1))
    }

    #[inline(always)]
    pub(crate) fn zip(self, other: Self, f: impl Fn(Register, Register) -> Register) -> Self {
        Vector(f(self.0, other.0), f(self.1, other.1))
    }
}

macro_rules! arrays {
    ($($array:ty)+) => {$(
        impl From<$array> for Vector {
            #[inline(always)]
            fn from(array: $array) -> Self {
                // SAFETY: any 256 bits are two registers.
                let [low, high] = unsafe { transmute::<$array, [Register; 2]>(array) };
                Vector(low, high)
            }
        }

        impl From<Vector> for $array {
            #[inline(always)]
            fn from(vector: Vector) -> Self {
                // SAFETY: any 256 bits are these integers.
                unsafe { transmute::<[Register; 2], $array>([vector.0, vector.1]) }
            }
        }
    )+};
}
arrays!([u8; 32] [u16; 16] [u32; 8]);
