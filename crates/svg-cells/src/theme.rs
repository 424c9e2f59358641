//! Colors.

/// What pictures are looked at on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// A light screen.
    #[default]
    Light,
    /// A dark screen.
    Dark,
    /// Paper: black, white and grays.
    Print,
}

/// How many fills a theme has.
const FILLS: usize = 6;

impl Theme {
    /// All of them with their names.
    pub const ALL: [(&'static str, Theme); 3] = [
        ("light", Theme::Light),
        ("dark", Theme::Dark),
        ("print", Theme::Print),
    ];

    /// One of three colors, by the theme.
    #[must_use]
    pub fn pick<T>(self, [light, dark, print]: [T; 3]) -> T {
        match self {
            Theme::Light => light,
            Theme::Dark => dark,
            Theme::Print => print,
        }
    }

    /// Behind everything.
    #[must_use]
    pub fn paper(self) -> &'static str {
        self.pick(["#ffffff", "#1b1d21", "#ffffff"])
    }

    /// Thick lines and text.
    #[must_use]
    pub fn ink(self) -> &'static str {
        self.pick(["#000000", "#f0f0f0", "#000000"])
    }

    /// Lines between the cells of a piece.
    #[must_use]
    pub fn thin(self) -> &'static str {
        self.pick(["#8a8a8a", "#7d8187", "#777777"])
    }

    /// Fills that text can be read on. The first six differ; then they begin again.
    #[must_use]
    pub fn fill(self, number: usize) -> &'static str {
        let light = [
            "#fde9b8", "#cfe8fb", "#d6f0c9", "#f9d3d6", "#e6daf5", "#d5e3e3",
        ];
        let dark = [
            "#54451b", "#1f435f", "#2c4c22", "#5b2a31", "#42345f", "#3a4a4d",
        ];
        let print = [
            "#ffffff", "#d9d9d9", "#ececec", "#c6c6c6", "#e2e2e2", "#b4b4b4",
        ];
        self.pick::<[&str; FILLS]>([light, dark, print])[number % FILLS]
    }
}
