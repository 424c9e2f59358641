//! Flags at one of two places each, some distance apart: TwoSat of ac-library-rs.
use ac_library::TwoSat;

fn main() {
    let numbers = input::numbers();
    let places: Vec<[usize; 2]> = numbers
        .iter()
        .enumerate()
        .map(|(i, &k)| [7 * i, 5 * k])
        .collect();
    for distance in 0..8 {
        let mut sat = TwoSat::new(places.len());
        for i in 0..places.len() {
            for j in 0..i {
                for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    if places[i][x].abs_diff(places[j][y]) < distance {
                        sat.add_clause(i, x == 0, j, y == 0);
                    }
                }
            }
        }
        let fits = sat.satisfiable();
        println!("{distance} {:?}", fits.then(|| sat.answer().to_vec()));
    }
}
