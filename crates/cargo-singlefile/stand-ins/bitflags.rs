//! Stands in for `bitflags` 2 in a bundle: the macro alone, with the methods, operators and output
//! of the real one. Not here: the traits `Flags` and `Bits`, the parser, and the features (serde
//! and so on).
//!
//! Methods say what they do in terms of the integer and need each other little: a bundle whose
//! macro calls are expanded carries those alone that its program calls.

#[macro_export]
macro_rules! bitflags {
    (
        $(#[$meta:meta])*
        $vis:vis struct $Name:ident: $Bits:ty {
            $($(#[$flag_meta:meta])* const $flag:tt = $value:expr;)*
        }
        $($rest:tt)*
    ) => {
        $(#[$meta])*
        $vis struct $Name(<$Name as $crate::Declared>::Field);

        // The field is a type of its own so that a derived `Debug` of the struct shows names.
        const _: () = {
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
            pub struct Field($Bits);

            impl $crate::Declared for $Name {
                type Field = Field;
            }

            impl std::fmt::Debug for Field {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    let mut left = self.0;
                    let mut separator = "";
                    for (name, flag) in $Name(*self).iter_names() {
                        write!(f, "{}{}", separator, name)?;
                        separator = " | ";
                        left &= !flag.bits();
                    }
                    if left != 0 || separator.is_empty() {
                        write!(f, "{}{:#x}", separator, left)?;
                    }
                    Ok(())
                }
            }

            $crate::bitflags! {
                @methods (bits, Field(bits), self, self.0.0) $Name: $Bits {
                    $($(#[$flag_meta])* const $flag = $value;)*
                }
            }
        };

        $crate::bitflags! { $($rest)* }
    };
    (
        $(#[$meta:meta])*
        impl $Name:ident: $Bits:ty {
            $($(#[$flag_meta:meta])* const $flag:tt = $value:expr;)*
        }
        $($rest:tt)*
    ) => {
        $crate::bitflags! {
            @methods (bits, bits, self, self.0) $Name: $Bits {
                $($(#[$flag_meta])* const $flag = $value;)*
            }
        }

        $crate::bitflags! { $($rest)* }
    };
    () => {};

    (@constant $(#[$meta:meta])* _ $value:expr) => {};
    (@constant $(#[$meta:meta])* $flag:ident $value:expr) => {
        $(#[$meta])*
        pub const $flag: Self = Self::from_bits_retain($value);
    };
    (@name $names:ident _) => {};
    (@name $names:ident $flag:ident) => {
        $names.push((stringify!($flag), Self::$flag))
    };

    // The first parentheses say how the integer becomes the field of the struct, and how it is got
    // back.
    (
        @methods ($bits:ident, $field:expr, $self:ident, $get:expr) $Name:ident: $Bits:ty {
            $($(#[$flag_meta:meta])* const $flag:tt = $value:expr;)*
        }
    ) => {
        #[allow(dead_code, unused_doc_comments)]
        impl $Name {
            $($crate::bitflags! { @constant $(#[$flag_meta])* $flag $value })*

            pub const fn empty() -> Self {
                Self::from_bits_retain(0)
            }

            #[allow(unused_mut)]
            pub const fn all() -> Self {
                let mut all: $Bits = 0;
                $(
                    $(#[$flag_meta])*
                    {
                        all |= $value;
                    }
                )*
                Self::from_bits_retain(all)
            }

            pub const fn bits(&$self) -> $Bits {
                $get
            }

            pub const fn from_bits(bits: $Bits) -> Option<Self> {
                if bits & !Self::all().bits() == 0 {
                    Some(Self::from_bits_retain(bits))
                } else {
                    None
                }
            }

            pub const fn from_bits_truncate(bits: $Bits) -> Self {
                Self::from_bits_retain(bits & Self::all().bits())
            }

            pub const fn from_bits_retain($bits: $Bits) -> Self {
                Self($field)
            }

            #[allow(unused_mut)]
            fn __named() -> Vec<(&'static str, Self)> {
                let mut names = Vec::new();
                $(
                    $(#[$flag_meta])*
                    {
                        $crate::bitflags! { @name names $flag }
                    }
                )*
                names
            }

            pub fn from_name(name: &str) -> Option<Self> {
                let flag = Self::__named().into_iter().find(|flag| flag.0 == name);
                flag.map(|flag| flag.1)
            }

            pub fn iter_names(&self) -> impl Iterator<Item = (&'static str, Self)> {
                let bits = self.bits();
                let mut left = bits;
                Self::__named().into_iter().filter(move |(_, flag)| {
                    let flag = flag.bits();
                    let new = bits & flag == flag && left & flag != 0;
                    if new {
                        left &= !flag;
                    }
                    new
                })
            }

            pub fn iter(&self) -> std::vec::IntoIter<Self> {
                let mut left = self.bits();
                let mut flags = Vec::new();
                for (_, flag) in self.iter_names() {
                    left &= !flag.bits();
                    flags.push(flag);
                }
                if left != 0 {
                    flags.push(Self::from_bits_retain(left));
                }
                flags.into_iter()
            }

            pub const fn is_empty(&self) -> bool {
                self.bits() == 0
            }

            pub const fn is_all(&self) -> bool {
                Self::all().bits() & !self.bits() == 0
            }

            pub const fn intersects(&self, other: Self) -> bool {
                self.bits() & other.bits() != 0
            }

            pub const fn contains(&self, other: Self) -> bool {
                other.bits() & !self.bits() == 0
            }

            pub fn insert(&mut self, other: Self) {
                *self = Self::from_bits_retain(self.bits() | other.bits());
            }

            pub fn remove(&mut self, other: Self) {
                *self = Self::from_bits_retain(self.bits() & !other.bits());
            }

            pub fn toggle(&mut self, other: Self) {
                *self = Self::from_bits_retain(self.bits() ^ other.bits());
            }

            pub fn set(&mut self, other: Self, value: bool) {
                if value {
                    self.insert(other);
                } else {
                    self.remove(other);
                }
            }

            #[must_use]
            pub const fn intersection(self, other: Self) -> Self {
                Self::from_bits_retain(self.bits() & other.bits())
            }

            #[must_use]
            pub const fn union(self, other: Self) -> Self {
                Self::from_bits_retain(self.bits() | other.bits())
            }

            #[must_use]
            pub const fn difference(self, other: Self) -> Self {
                Self::from_bits_retain(self.bits() & !other.bits())
            }

            #[must_use]
            pub const fn symmetric_difference(self, other: Self) -> Self {
                Self::from_bits_retain(self.bits() ^ other.bits())
            }

            #[must_use]
            pub const fn complement(self) -> Self {
                Self::from_bits_truncate(!self.bits())
            }
        }

        impl std::ops::BitOr for $Name {
            type Output = Self;

            fn bitor(self, other: Self) -> Self {
                Self::from_bits_retain(self.bits() | other.bits())
            }
        }

        impl std::ops::BitOrAssign for $Name {
            fn bitor_assign(&mut self, other: Self) {
                *self = Self::from_bits_retain(self.bits() | other.bits());
            }
        }

        impl std::ops::BitAnd for $Name {
            type Output = Self;

            fn bitand(self, other: Self) -> Self {
                Self::from_bits_retain(self.bits() & other.bits())
            }
        }

        impl std::ops::BitAndAssign for $Name {
            fn bitand_assign(&mut self, other: Self) {
                *self = Self::from_bits_retain(self.bits() & other.bits());
            }
        }

        impl std::ops::BitXor for $Name {
            type Output = Self;

            fn bitxor(self, other: Self) -> Self {
                Self::from_bits_retain(self.bits() ^ other.bits())
            }
        }

        impl std::ops::BitXorAssign for $Name {
            fn bitxor_assign(&mut self, other: Self) {
                *self = Self::from_bits_retain(self.bits() ^ other.bits());
            }
        }

        impl std::ops::Sub for $Name {
            type Output = Self;

            fn sub(self, other: Self) -> Self {
                Self::from_bits_retain(self.bits() & !other.bits())
            }
        }

        impl std::ops::SubAssign for $Name {
            fn sub_assign(&mut self, other: Self) {
                *self = Self::from_bits_retain(self.bits() & !other.bits());
            }
        }

        impl std::ops::Not for $Name {
            type Output = Self;

            fn not(self) -> Self {
                Self::from_bits_truncate(!self.bits())
            }
        }

        impl Extend<$Name> for $Name {
            fn extend<I: IntoIterator<Item = $Name>>(&mut self, sets: I) {
                for set in sets {
                    self.insert(set);
                }
            }
        }

        impl std::iter::FromIterator<$Name> for $Name {
            fn from_iter<I: IntoIterator<Item = $Name>>(sets: I) -> Self {
                let mut union = Self::empty();
                union.extend(sets);
                union
            }
        }

        impl IntoIterator for $Name {
            type Item = Self;
            type IntoIter = std::vec::IntoIter<Self>;

            fn into_iter(self) -> Self::IntoIter {
                self.iter()
            }
        }

        impl std::fmt::Binary for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Binary::fmt(&self.bits(), f)
            }
        }

        impl std::fmt::Octal for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Octal::fmt(&self.bits(), f)
            }
        }

        impl std::fmt::LowerHex for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::LowerHex::fmt(&self.bits(), f)
            }
        }

        impl std::fmt::UpperHex for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::UpperHex::fmt(&self.bits(), f)
            }
        }
    };
}

/// The type of the field of a declared struct: it has no name outside the macro call.
pub trait Declared {
    type Field;
}
