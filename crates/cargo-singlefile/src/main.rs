//! The program `cargo singlefile`.

fn main() -> std::process::ExitCode {
    cargo_singlefile::run(std::env::args_os().skip(1))
}
