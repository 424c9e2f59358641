//! Automata against a list of all digits that they accept.

use proptest::prelude::*;
use sudoku_model::Automaton;

const SIDE: usize = 4;

/// A machine of some states: for each state and digit the next one, and which of them accept.
#[derive(Clone, Debug)]
struct Machine {
    next: Vec<[Option<usize>; SIDE]>,
    accepting: Vec<bool>,
}

impl Machine {
    fn automaton(&self, length: usize) -> Automaton {
        let step = |&state: &usize, digit: u8| self.next[state][usize::from(digit) - 1];
        Automaton::new(SIDE, length, 0, step, |&state| self.accepting[state])
    }

    fn accepts(&self, digits: &[u8]) -> bool {
        let mut state = 0;
        for &digit in digits {
            match self.next[state][usize::from(digit) - 1] {
                Some(next) => state = next,
                None => return false,
            }
        }
        self.accepting[state]
    }
}

fn machines() -> impl Strategy<Value = Machine> {
    (1usize..6).prop_flat_map(|states| {
        let arrow = proptest::option::weighted(0.8, 0..states);
        let next = proptest::collection::vec(proptest::array::uniform4(arrow), states);
        let accepting = proptest::collection::vec(any::<bool>(), states);
        (next, accepting).prop_map(|(next, accepting)| Machine { next, accepting })
    })
}

/// All digits of this length.
fn all(length: usize) -> Vec<Vec<u8>> {
    (0..SIDE.pow(length as u32))
        .map(|number| {
            let digit = |k: usize| (number / SIDE.pow(k as u32) % SIDE) as u8 + 1;
            (0..length).map(digit).collect()
        })
        .collect()
}

proptest! {
    #[test]
    fn accepts_what_its_machine_accepts(machine in machines(), length in 1usize..5) {
        let automaton = machine.automaton(length);
        for digits in all(length) {
            prop_assert_eq!(automaton.accepts(&digits), machine.accepts(&digits), "{:?}", digits);
        }
        prop_assert!(!automaton.accepts(&[]));
        prop_assert!(!automaton.accepts(&[0, 0, 0, 0][..length]));
        prop_assert!(!automaton.accepts(&[5, 5, 5, 5][..length]));
        prop_assert!(!automaton.accepts(&[1; 6]));
    }

    /// However it is made, it is the same: here from the list of what it accepts.
    #[test]
    fn equal_if_they_accept_the_same(machine in machines(), length in 1usize..5) {
        let list: Vec<_> = all(length).into_iter().filter(|it| machine.accepts(it)).collect();
        let step = |read: &Vec<u8>, digit| {
            let read: Vec<u8> = read.iter().copied().chain([digit]).collect();
            let begins = list.iter().any(|it| it.starts_with(&read));
            Some(read).filter(|_| begins)
        };
        let by_list = Automaton::new(SIDE, length, Vec::new(), step, |read| list.contains(read));
        let automaton = machine.automaton(length);
        prop_assert_eq!(&by_list, &automaton);
        let other = machine.automaton(length + 1);
        prop_assert_ne!(other, automaton);
    }
}
