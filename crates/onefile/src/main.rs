//! The program `cargo onefile`.

fn main() -> std::process::ExitCode {
    onefile::run(std::env::args_os().skip(1))
}
