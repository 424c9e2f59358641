//! What programs expect of `smallvec` and `bitflags`. The same file is compiled against the crates
//! of the registry and against the stand-ins, by old compilers too: see `tests/stand_ins.rs`.

mod smallvecs {
    use smallvec::{smallvec, Drain, IntoIter, SmallVec, ToSmallVec};
    use std::borrow::Borrow;
    use std::collections::hash_map::DefaultHasher;
    use std::collections::HashMap;
    use std::hash::{Hash, Hasher};

    type Few = SmallVec<[u8; 4]>;

    fn few(slice: &[u8]) -> Few {
        Few::from_slice(slice)
    }

    #[test]
    fn constructors_agree() {
        let wanted = few(&[1, 2, 3]);
        assert_eq!(wanted.as_slice(), [1, 2, 3]);
        let all: Vec<Few> = vec![
            smallvec![1, 2, 3],
            smallvec![1, 2, 3,],
            Few::from_vec(vec![1, 2, 3]),
            Few::from(vec![1, 2, 3]),
            Few::from(&[1, 2, 3][..]),
            vec![1, 2, 3].into(),
            (1..4).collect(),
            [1, 2, 3][..].to_smallvec(),
            SmallVec::from_iter_of(1..4),
        ];
        for other in all {
            assert_eq!(other, wanted);
        }
        let pair: SmallVec<[u8; 2]> = SmallVec::from([7, 8]);
        assert_eq!(pair, SmallVec::from_buf([7, 8]));
        assert_eq!(pair.into_inner(), Ok([7, 8]));
        let same: Few = smallvec![9; 3];
        assert_eq!(same, Few::from_elem(9, 3));
        let none: Few = smallvec![];
        assert_eq!((none.len(), Few::default().len()), (0, 0));
        assert!(Few::new().is_empty() && Few::with_capacity(100).is_empty());
    }

    trait FromIterOf {
        fn from_iter_of(range: std::ops::Range<u8>) -> Self;
    }

    impl FromIterOf for Few {
        fn from_iter_of(range: std::ops::Range<u8>) -> Self {
            let mut few = Few::new();
            few.extend(range);
            few
        }
    }

    #[test]
    fn grows_beyond_its_array_and_shrinks_again() {
        let mut few = Few::new();
        for k in 0..100 {
            few.push(k);
            assert_eq!(few.len(), usize::from(k) + 1);
        }
        assert_eq!(few.iter().map(|&k| u32::from(k)).sum::<u32>(), 4950);
        for k in (0..100).rev() {
            assert_eq!(few.pop(), Some(k));
        }
        assert_eq!(few.pop(), None);
        few.reserve(10);
        few.shrink_to_fit();
        assert!(few.is_empty());
    }

    #[test]
    fn changes_in_the_middle() {
        let mut few = few(&[1, 2, 3]);
        few.insert(1, 9);
        assert_eq!(few[..], [1, 9, 2, 3]);
        assert_eq!(few.remove(0), 1);
        assert_eq!(few.swap_remove(0), 9);
        assert_eq!(few[..], [3, 2]);
        few.insert_many(1, [5, 6, 7].iter().copied());
        assert_eq!(few[..], [3, 5, 6, 7, 2]);
        few.insert_from_slice(5, &[8, 8]);
        assert_eq!(few[..], [3, 5, 6, 7, 2, 8, 8]);
        few.dedup();
        assert_eq!(few[..], [3, 5, 6, 7, 2, 8]);
        few.retain(|k| {
            *k += 1;
            *k % 2 == 0
        });
        assert_eq!(few[..], [4, 6, 8]);
        few.resize(5, 1);
        assert_eq!(few[..], [4, 6, 8, 1, 1]);
        let drained: Vec<u8> = few.drain(1..3).collect();
        assert_eq!((drained, &few[..]), (vec![6, 8], &[4, 1, 1][..]));
        few.dedup_by_key(|k| *k > 3);
        assert_eq!(few[..], [4, 1]);
        few.extend_from_slice(&[2, 3]);
        few.truncate(3);
        assert_eq!(few[..], [4, 1, 2]);
        let mut other: SmallVec<[u8; 1]> = smallvec![5];
        few.append(&mut other);
        assert_eq!((other.len(), &few[..]), (0, &[4, 1, 2, 5][..]));
        few.clear();
        assert!(few.is_empty());
    }

    #[test]
    fn is_a_slice_wherever_one_is_wanted() {
        let mut few = few(&[3, 1, 2]);
        few.sort_unstable();
        few[0] = 7;
        few.as_mut_slice().reverse();
        assert_eq!(few.first(), Some(&3));
        assert!(few.contains(&2));
        assert_eq!(&few[1..], [2, 7]);
        assert!(matches!(*few, [3, 2, 7]));
        fn sum(slice: &[u8]) -> u8 {
            slice.iter().sum()
        }
        assert_eq!(sum(&few), 12);
        let (slice, borrowed): (&[u8], &[u8]) = (few.as_ref(), few.borrow());
        assert_eq!(slice, borrowed);
        few.iter_mut().for_each(|k| *k *= 2);
        let swapped: &mut [u8] = few.as_mut();
        swapped.swap(0, 1);
        assert_eq!(few.clone().into_vec(), [4, 6, 14]);
        assert_eq!(*few.into_boxed_slice(), [4, 6, 14]);
    }

    #[test]
    fn loops_by_value_and_by_reference() {
        let mut words: SmallVec<[String; 2]> = smallvec!["a".to_string(), "b".into(), "c".into()];
        for word in &mut words {
            word.push('!');
        }
        let mut joined = String::new();
        for word in &words {
            joined += word;
        }
        assert_eq!(joined, "a!b!c!");
        let mut rest: IntoIter<[String; 2]> = words.into_iter();
        assert_eq!(rest.next_back().unwrap(), "c!");
        assert_eq!(rest.len(), 2);
        assert_eq!(rest.collect::<Vec<String>>().concat(), "a!b!");
        let mut few = few(&[1, 2]);
        let drain: Drain<'_, [u8; 4]> = few.drain(..);
        assert_eq!(drain.len(), 2);
    }

    #[test]
    fn compares_hashes_and_shows_like_a_slice() {
        let (small, large) = (few(&[1, 2]), few(&[1, 2, 3]));
        assert!(small < large);
        assert_ne!(small, large);
        assert_eq!(small.cmp(&large), [1, 2][..].cmp(&[1, 2, 3]));
        assert_eq!(format!("{:?} {:?}", small, Few::new()), "[1, 2] []");
        assert_eq!(format!("{small:#?}"), format!("{:#?}", [1, 2]));
        let hash = |hashed: &dyn Fn(&mut DefaultHasher)| {
            let mut hasher = DefaultHasher::new();
            hashed(&mut hasher);
            hasher.finish()
        };
        assert_eq!(
            hash(&|hasher| small.hash(hasher)),
            hash(&|hasher| [1u8, 2][..].hash(hasher))
        );
        let mut counts: HashMap<Few, u32> = HashMap::new();
        *counts.entry(small.clone()).or_default() += 1;
        assert_eq!(counts.get(&[1u8, 2][..]), Some(&1));
    }

    #[test]
    #[should_panic]
    fn panics_beyond_its_end() {
        few(&[1]).remove(1);
    }
}

mod flags {
    use bitflags::bitflags;
    use std::collections::HashSet;

    bitflags! {
        /// Sides of a cell.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct Sides: u8 {
            /// Above.
            const NORTH = 1;
            const EAST = 1 << 1;
            const SOUTH = 1 << 2;
            /// To the left.
            const WEST = 1 << 3;
            const NONE = 0;
            const VERTICAL = Self::NORTH.bits() | Self::SOUTH.bits();
            #[cfg(any())]
            const NOT_COMPILED = 1 << 4;
        }

        #[derive(Clone, Copy, PartialEq, Debug)]
        struct Wide: u64 {
            const HIGH = 1 << 63;
        }

        #[derive(Debug)]
        struct Nothing: u16 {}
    }

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Digits(u16);

    bitflags! {
        impl Digits: u16 {
            const _ = (1 << Digits::MAX) - 1;
        }
    }

    impl Digits {
        const MAX: u8 = 9;

        const fn single(digit: u8) -> Digits {
            Digits(1 << (digit - 1))
        }
    }

    const BOTH: Sides = Sides::NORTH.union(Sides::EAST);

    #[test]
    fn bits_come_in_and_out() {
        assert_eq!((Sides::empty().bits(), Sides::all().bits()), (0, 15));
        assert_eq!(Sides::from_bits(5), Some(Sides::VERTICAL));
        assert_eq!(Sides::from_bits(16), None);
        assert_eq!(Sides::from_bits_truncate(0x15).bits(), 5);
        assert_eq!(Sides::from_bits_retain(0x15).bits(), 0x15);
        assert_eq!(Sides::default(), Sides::NONE);
        assert_eq!(Wide::all().bits(), 1 << 63);
        assert_eq!(Nothing::all().bits(), 0);
        assert_eq!(Digits::all(), Digits(511));
        assert_eq!(Digits::from_bits(512), None);
    }

    #[test]
    fn names_are_found() {
        assert_eq!(Sides::from_name("EAST"), Some(Sides::EAST));
        assert_eq!(Sides::from_name("VERTICAL"), Some(Sides::VERTICAL));
        assert_eq!(Sides::from_name("UP"), None);
        assert_eq!(Sides::from_name(""), None);
        assert!(Nothing::from_name("UP").is_none());
        assert_eq!(Digits::from_name("_"), None);
    }

    #[test]
    fn methods_work_on_sets() {
        assert_eq!(BOTH.bits(), 3);
        assert!(BOTH.contains(Sides::EAST) && !BOTH.contains(Sides::VERTICAL));
        assert!(BOTH.intersects(Sides::VERTICAL) && !BOTH.intersects(Sides::WEST));
        assert!(BOTH.contains(Sides::NONE) && !BOTH.intersects(Sides::NONE));
        assert!(Sides::NONE.is_empty() && !BOTH.is_empty());
        assert!(Sides::all().is_all() && !BOTH.is_all());
        assert!(Sides::from_bits_retain(0xff).is_all());
        let mut sides = BOTH;
        sides.insert(Sides::WEST);
        assert_eq!(sides.bits(), 11);
        sides.remove(Sides::NORTH | Sides::SOUTH);
        assert_eq!(sides.bits(), 10);
        sides.toggle(Sides::VERTICAL);
        assert_eq!(sides.bits(), 15);
        sides.set(Sides::WEST, false);
        sides.set(Sides::NORTH, true);
        assert_eq!(sides.bits(), 7);
        assert_eq!(sides.intersection(Sides::VERTICAL), Sides::VERTICAL);
        assert_eq!(sides.difference(Sides::VERTICAL), Sides::EAST);
        assert_eq!(
            sides.symmetric_difference(Sides::all()).complement(),
            Sides::all() - Sides::WEST
        );
    }

    #[test]
    fn operators_work_on_sets() {
        assert_eq!(Sides::NORTH | Sides::EAST, BOTH);
        assert_eq!(BOTH & Sides::VERTICAL, Sides::NORTH);
        assert_eq!((BOTH ^ Sides::VERTICAL).bits(), 6);
        assert_eq!(BOTH - Sides::NORTH, Sides::EAST);
        assert_eq!((!BOTH).bits(), 12);
        assert_eq!((!Sides::from_bits_retain(0x13)).bits(), 12);
        let mut sides = Sides::empty();
        sides |= BOTH;
        sides ^= Sides::all();
        sides -= Sides::WEST;
        sides &= Sides::VERTICAL;
        assert_eq!(sides, Sides::SOUTH);
        let set: Digits = [3, 5].iter().map(|&digit| Digits::single(digit)).collect();
        assert_eq!(set | Digits::single(1), Digits(21));
        assert_eq!(!set, Digits(511 - 20));
    }

    #[test]
    fn sets_are_walked_in_the_order_of_the_flags() {
        let each: Vec<Sides> = Sides::from_bits_retain(0x4d).iter().collect();
        let bits: Vec<u8> = each.iter().map(Sides::bits).collect();
        assert_eq!(bits, [1, 4, 8, 0x40]);
        let names: Vec<&str> = Sides::all().iter_names().map(|(name, _)| name).collect();
        assert_eq!(names, ["NORTH", "EAST", "SOUTH", "WEST"]);
        let mut union = Sides::empty();
        for side in BOTH {
            union |= side;
        }
        assert_eq!(union, BOTH);
        union.extend(vec![Sides::WEST, Sides::NORTH]);
        assert_eq!(union.bits(), 11);
        // Without names the bits come as one set.
        assert_eq!(Digits(20).iter().collect::<Vec<_>>(), [Digits(20)]);
        assert_eq!(Digits(20).iter_names().count(), 0);
        assert_eq!(Sides::NONE.iter().count(), 0);
    }

    #[test]
    fn flags_show_their_names_and_numbers() {
        assert_eq!(format!("{BOTH:?}"), "Sides(NORTH | EAST)");
        assert_eq!(format!("{:?}", Sides::NONE), "Sides(0x0)");
        let unknown = Sides::from_bits_retain(0x41);
        assert_eq!(format!("{unknown:?}"), "Sides(NORTH | 0x40)");
        assert_eq!(
            format!("{:?}", Sides::from_bits_retain(0x40)),
            "Sides(0x40)"
        );
        assert_eq!(format!("{:?}", Wide::HIGH), "Wide(HIGH)");
        assert_eq!(format!("{:?}", Nothing::empty()), "Nothing(0x0)");
        assert_eq!(format!("{:?}", Digits(3)), "Digits(3)");
        assert_eq!(
            format!(
                "{:b} {:#06b} {:o} {:#x} {:X}",
                BOTH,
                BOTH,
                unknown,
                unknown,
                Sides::all()
            ),
            "11 0b0011 101 0x41 F"
        );
    }

    #[test]
    fn derived_traits_look_at_the_bits() {
        assert!(Sides::NORTH < Sides::EAST);
        assert!(Wide::HIGH != Wide::empty());
        let set: HashSet<Sides> = vec![BOTH, Sides::EAST | Sides::NORTH].into_iter().collect();
        assert_eq!(set.len(), 1);
    }
}
