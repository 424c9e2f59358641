//! What every vector of WebAssembly takes, if the module is compiled for its instructions.
//!
//! Unsafe because of changes of type. What has the instructions is known at compile time: others
//! refuse the whole module, so there is no token and nothing to prove.
#![allow(unsafe_code)]

use core::arch::wasm32::v128;
use core::mem::transmute;

/// Two registers: 256 bits.
#[derive(Clone, Copy)]
pub(crate) struct Vector(pub(crate) v128, pub(crate) v128);

impl Vector {
    #[inline(always)]
    pub(crate) fn each(self, f: impl Fn(v128) -> v128) -> Self {
        Vector(f(self.0), f(self.1))
    }

    #[inline(always)]
    pub(crate) fn zip(self, other: Self, f: impl Fn(v128, v128) -> v128) -> Self {
        Vector(f(self.0, other.0), f(self.1, other.1))
    }
}

macro_rules! arrays {
    ($($array:ty)+) => {$(
        impl From<$array> for Vector {
            #[inline(always)]
            fn from(array: $array) -> Self {
                // SAFETY: any 256 bits are two registers.
                let [low, high] = unsafe { transmute::<$array, [v128; 2]>(array) };
                Vector(low, high)
            }
        }

        impl From<Vector> for $array {
            #[inline(always)]
            fn from(vector: Vector) -> Self {
                // SAFETY: any 256 bits are these integers.
                unsafe { transmute::<[v128; 2], $array>([vector.0, vector.1]) }
            }
        }
    )+};
}
arrays!([u8; 32] [u16; 16] [u32; 8]);
