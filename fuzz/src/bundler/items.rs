//! What the crates consist of: items of every kind, and for each kind the ways to use it.

use super::world::{plain, Needs, Reach, Sort, Thing, World, CRATES};

/// What a thing is, as far as its users must know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Called with a number, or a macro called with an expression.
    Function,
    Macro,
    Constant,
    /// Made by `new` with a number and asked by `get`; what else it can do, and the marks of that.
    Type(Vec<(Skill, u32)>),
    /// Made by `pick` and asked by `code`.
    Enum {
        casts: bool,
        compares: bool,
    },
    /// Implemented for `u64`, with the constant `KEY` and this method.
    Trait {
        method: String,
        key: u32,
    },
    /// Takes whatever has a certain trait, such as `u64`.
    Generic,
}

/// What a type can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Skill {
    Display,
    Debug,
    Add,
    Deref,
    From,
    Equal,
    Iterate,
    Drop,
    ByMacro,
    ByAlias,
    Default,
    Order,
}

const SKILLS: [Skill; 12] = [
    Skill::Display,
    Skill::Debug,
    Skill::Add,
    Skill::Deref,
    Skill::From,
    Skill::Equal,
    Skill::Iterate,
    Skill::Drop,
    Skill::ByMacro,
    Skill::ByAlias,
    Skill::Default,
    Skill::Order,
];

const FIELDS: [&str; 6] = ["value", "ab", "r#type", "len", "c0", "inner"];
const METHODS: [&str; 4] = ["twice", "get", "len", "r#match"];
const VARIANTS: [&str; 7] = ["Node", "None", "Display", "Empty", "Pair", "N", "Z"];

/// A number for a text.
const FOLD: &str = ".bytes().fold(7u64, |h, b| h.wrapping_mul(31) ^ u64::from(b))";

pub(super) type Items<'b> = World<'b, Kind>;

impl Items<'_> {
    /// A program of these bytes; what is in its `main` is used, and what that needs comes back.
    pub(super) fn fill(&mut self) -> Needs {
        let mut rounds = 0;
        while rounds < 4 || (rounds < 40 && !self.is_over()) {
            rounds += 1;
            let module = self.pick(self.modules.len());
            match self.pick(15) {
                0..=3 => self.function(module),
                4 => self.constant(module),
                5..=7 => self.structure(module),
                8 | 9 => self.enumeration(module),
                10 => self.interface(module),
                11 => self.generic(module),
                12 => self.exported_macro(module),
                13 => self.made_by_macro(module),
                _ => self.export(module),
            }
        }
        let mut needs = Needs::default();
        let mut lines = String::new();
        for line in 0..3 + self.pick(6) {
            let value = self.value(0, &line.to_string(), 2, &mut needs);
            lines += &format!("    println!(\"{line}: {{}}\", {value});\n");
        }
        self.write(0, &format!("fn main() {{\n{lines}}}"));
        needs
    }

    /// An expression of type `u64` that makes something of the one that is given.
    fn value(&mut self, from: usize, given: &str, depth: usize, needs: &mut Needs) -> String {
        let given = match (depth, self.pick(3)) {
            (1.., 0) => self.value(from, given, depth - 1, needs),
            _ => given.to_owned(),
        };
        match self.some_thing(from, |_| true) {
            Some(thing) => self.usage(from, thing, &given, needs),
            None => given,
        }
    }

    /// An expression that uses this thing.
    fn usage(&mut self, from: usize, thing: usize, given: &str, needs: &mut Needs) -> String {
        let known = self.things[thing].clone();
        needs.calls += known.needs.calls;
        if let (Kind::Trait { method, .. }, 0) = (&known.kind, self.pick(3)) {
            // A trait that is in scope for its method.
            let absolute = self.absolute(from, thing);
            let import = match self.pick(2) {
                0 => format!("{absolute} as _"),
                _ => format!("{}::*", absolute.rsplit_once("::").expect("a module").0),
            };
            needs.add(&known.needs);
            return format!("{{ let y: u64 = {given}; {{ use {import}; y.{method}() }} }}");
        }
        let path = match self.pick(6) {
            // An import inside of a block, by a name that may mean something else outside.
            0 if known.kind != Kind::Macro => {
                let local = match known.sort {
                    Sort::Type => "Local",
                    Sort::Constant => "LOCAL",
                    Sort::Value | Sort::Macro => "local",
                };
                let absolute = self.absolute(from, thing);
                let value = self.use_of(&known, local, "y", needs);
                return format!("{{ let y: u64 = {given}; use {absolute} as {local}; {value} }}");
            }
            _ => self.path(from, thing),
        };
        self.use_of(&known, &path, given, needs)
    }

    fn use_of(
        &mut self,
        known: &Thing<Kind>,
        path: &str,
        given: &str,
        needs: &mut Needs,
    ) -> String {
        // Of types, enums and traits some uses need less than the method that their needs are
        // about.
        let all = |needs: &mut Needs| needs.marks.extend(&known.needs.marks);
        match &known.kind {
            Kind::Function | Kind::Macro | Kind::Constant | Kind::Generic => {
                all(needs);
                match known.kind {
                    Kind::Macro => format!("{path}!({given})"),
                    Kind::Constant => format!("({path} ^ {given})"),
                    Kind::Generic => format!("{path}::<u64>({given})"),
                    _ => format!("{path}({given})"),
                }
            }
            Kind::Trait { method, key } => match self.pick(3) {
                0 => {
                    all(needs);
                    format!("<u64 as {path}>::{method}(&{given})")
                }
                1 => {
                    all(needs);
                    format!("{path}::{method}(&({given} as u64))")
                }
                _ => {
                    needs.marks.insert(*key);
                    format!("(<u64 as {path}>::KEY ^ {given})")
                }
            },
            Kind::Enum { casts, compares } => match self.pick(3) {
                0 if *casts => format!("({path}::pick({given}) as u64)"),
                1 if *compares => {
                    format!("u64::from({path}::pick({given}) < {path}::pick({given} ^ 3))")
                }
                _ => {
                    all(needs);
                    format!("{path}::pick({given}).code()")
                }
            },
            Kind::Type(skills) => {
                let skill = match self.pick(skills.len() + 1) {
                    0 => {
                        all(needs);
                        return format!("{path}::new({given}).get()");
                    }
                    k => skills[k - 1],
                };
                // What is derived has no number.
                let derived = [Skill::Debug, Skill::Default, Skill::Order];
                if !derived.contains(&skill.0) {
                    needs.marks.insert(skill.1);
                }
                if matches!(
                    skill.0,
                    Skill::Add | Skill::From | Skill::Default | Skill::Order
                ) {
                    all(needs);
                }
                match skill.0 {
                    Skill::Display => match self.pick(2) {
                        0 => format!("{path}::new({given}).to_string(){FOLD}"),
                        _ => format!("format!(\"{{:>9}}|\", {path}::new({given})){FOLD}"),
                    },
                    Skill::Debug => format!("format!(\"{{:?}}\", {path}::new({given})){FOLD}"),
                    Skill::Add => format!("({path}::new({given}) + {path}::new(3)).get()"),
                    Skill::Deref => format!("{path}::new({given}).leading_zeros() as u64"),
                    Skill::From => match self.pick(2) {
                        0 => format!("{path}::from({given}).get()"),
                        _ => format!("{{ let it: {path} = u64::into({given}); it.get() }}"),
                    },
                    Skill::Equal => format!("u64::from({path}::new({given}) == {path}::new(4))"),
                    Skill::Iterate => format!("{path}::new({given}).map(|k| k ^ 1).sum::<u64>()"),
                    Skill::Drop => format!(
                        "{{ let told = ::std::cell::Cell::new(0); \
                         drop({path}::watch({given}, &told)); told.get() }}"
                    ),
                    Skill::ByMacro => format!("{path}::new({given}).made()"),
                    Skill::ByAlias => format!("{path}::new({given}).more()"),
                    Skill::Default => format!("(<{path} as Default>::default().get() ^ {given})"),
                    Skill::Order => {
                        format!("{path}::new({given}).max({path}::new(9)).get()")
                    }
                }
            }
        }
    }

    fn add(&mut self, module: usize, name: &str, reach: Reach, kind: Kind, needs: Needs) {
        let sort = match kind {
            Kind::Function | Kind::Generic => Sort::Value,
            Kind::Macro => Sort::Macro,
            Kind::Constant => Sort::Constant,
            Kind::Type(_) | Kind::Enum { .. } | Kind::Trait { .. } => Sort::Type,
        };
        self.things.push(Thing {
            module,
            sort,
            name: name.to_owned(),
            reach,
            kind,
            needs,
        });
    }

    fn reach(&mut self, module: usize) -> (Reach, String) {
        match self.pick(8) {
            0 => (Reach::Module, String::new()),
            1 => (Reach::Crate, "pub(crate) ".into()),
            2 if self.modules[module].parent.is_some() => (Reach::Parent, "pub(super) ".into()),
            3 => (Reach::Module, "pub(self) ".into()),
            _ => (Reach::Everybody, "pub ".into()),
        }
    }

    fn function(&mut self, module: usize) {
        let (reach, vis) = self.reach(module);
        let name = self.new_name(module, Sort::Value);
        let mark = self.mark();
        let mut needs = Needs::one(mark);
        let value = self.value(module, "x", 2, &mut needs);
        let before = match self.pick(8) {
            0 => "let ab = x % 9; let x = x ^ format!(\"{ab}\\u{ab} {{ab}} {ab:>x$} crate::util::get()\", x = 3)BYTES;",
            1 => "let x = { struct Node(u64); impl Node { fn get(&self) -> u64 { self.0 ^ 5 } } Node(x).get() };",
            2 => "let x = { mod util { pub fn get(x: u64) -> u64 { x ^ 77 } } util::get(x) };",
            3 => "let x = x ^ stringify!(crate :: util::<Node>  + \"a  b\" /* c */ 'c')BYTES;",
            4 => "let x = x ^ r#\"{ab} \"use\" crate::a\"#BYTES ^ concat!(\"\\\n    x\", 1, '\\'')BYTES;",
            5 => "let x = if cfg!(unix) { x } else { x ^ 1 }; let x = if cfg!(feature = \"off\") { 0 } else { x };",
            6 => "#[cfg(test)] let x = 0; let x = match x % 4 { k @ (0 | 2) => x ^ k, 1.. if x > 9 => x - 1, _ => 'out: loop { break 'out x } };",
            _ => self.meant_otherwise(),
        };
        let before = before.replace("BYTES", FOLD);
        let head = match self.pick(6) {
            0 => "#[cfg(any(test, feature = \"off\"))]\npub fn NAME(_: u64) -> u64 { 0 }\n#[cfg(not(any(test, feature = \"off\")))]\n",
            1 => "/// `crate::util::get` is not called, and \"this\" isn't either.\n#[inline]\n",
            2 => "#[cfg(windows)]\nfn NAME(x: u64) -> u64 { x.pow(99) }\n#[cfg(not(windows))]\n",
            3 => "#[cfg_attr(test, ignore)]\n#[must_use]\n#[allow(clippy::all)]\n",
            _ => "",
        };
        let head = head.replace("NAME", &name);
        let text = format!(
            "{head}{vis}fn {name}(x: u64) -> u64 {{ {before} ({value} ^ {mark}).wrapping_add(x) }}"
        );
        self.write(module, &text);
        self.add(module, &name, reach, Kind::Function, needs);
    }

    /// Code that could mean something else in a bundle. Which one takes no bytes, so that what
    /// others once found stays.
    fn meant_otherwise(&self) -> &'static str {
        match self.things.len() % 5 {
            0 => "let x = { trait Bits { fn count_ones(self) -> u64; } impl Bits for u64 { fn count_ones(self) -> u64 { u64::from(self.count_ones()) ^ 9 } } <u64 as Bits>::count_ones(x) ^ u64::from(x.count_ones()) };",
            1 => "let x = { trait Ext { fn len(&self) -> u64; fn first(&self) -> u64 { 6 } } impl<T> Ext for Vec<T> { fn len(&self) -> u64 { self.len() as u64 ^ 40 } } let all = vec![x; 3]; all.len() as u64 ^ Ext::len(&all) ^ all.as_slice().first().map_or(0, |k| k ^ Ext::first(&all)) };",
            2 => "let x = x ^ [1u8, 2].into_iter().map(|k| ::std::mem::size_of_val(&k) as u64).sum::<u64>();",
            3 => "let x = { use ::std::rc::Rc; struct Held(u64); impl Held { fn clone(&self) -> u64 { self.0 ^ 3 } fn as_ref(&self) -> u64 { self.0 ^ 4 } } let held = Rc::new(Held(x)); let other: Rc<Held> = held.clone(); let inside: &Held = held.as_ref(); other.0 ^ inside.as_ref() ^ Held::clone(&held) };",
            _ => "",
        }
    }

    fn constant(&mut self, module: usize) {
        let (reach, vis) = self.reach(module);
        let name = self.new_name(module, Sort::Constant);
        let mark = self.mark();
        let text = match self.pick(4) {
            0 => format!("{vis}static {name}: u64 = {mark};"),
            1 => format!("{vis}const {name}: u64 = {{ const fn part(k: u64) -> u64 {{ k ^ 3 }} part({mark}) }};"),
            2 => format!("#[cfg(test)]\nconst {name}: u64 = 0;\n#[cfg(not(test))]\n{vis}const {name}: u64 = {mark};"),
            _ => format!("{vis}const {name}: u64 = {mark};\nconst _: () = assert!({name} > 1);"),
        };
        self.write(module, &text);
        self.add(module, &name, reach, Kind::Constant, Needs::one(mark));
    }

    fn structure(&mut self, module: usize) {
        let (reach, vis) = self.reach(module);
        let name = self.new_name(module, Sort::Type);
        let field = self.one_of(&FIELDS);
        let get = self.mark();
        let mut needs = Needs::one(get);
        let inside = self.value(module, "x", 1, &mut needs);
        let mut skills: Vec<(Skill, u32)> = Vec::new();
        for _ in 0..self.pick(5) {
            let skill = SKILLS[self.pick(SKILLS.len())];
            let has = |skill: Skill| skills.iter().any(|known| known.0 == skill);
            // To move out of what is dropped is an error.
            let clash = has(Skill::Drop) || (skill == Skill::Drop && !skills.is_empty());
            // Both have a method `max`.
            let pair = [Skill::Iterate, Skill::Order];
            let clash = clash || (pair.contains(&skill) && pair.into_iter().any(has));
            if !has(skill) && !clash {
                skills.push((skill, self.mark()));
            }
        }
        let has = |skill: Skill| skills.iter().any(|known| known.0 == skill);
        let mut derives = vec!["Clone"];
        derives.extend(has(Skill::Debug).then_some("Debug"));
        derives.extend(has(Skill::Default).then_some("Default"));
        if has(Skill::Order) {
            derives.extend(["PartialOrd", "Eq", "Ord"]);
            derives.extend((!has(Skill::Equal)).then_some("PartialEq"));
        }
        let derives = match has(Skill::Drop) {
            true => String::new(),
            false => format!("#[derive({})]\n", derives.join(", ")),
        };
        let (generics, extra) = match has(Skill::Drop) {
            true => ("<'c>", ", told: Option<&'c ::std::cell::Cell<u64>>"),
            false => ("", ""),
        };
        let told = if has(Skill::Drop) { ", told: None" } else { "" };
        // Whether the type can be shown decides which method is found.
        let probe = match self.things.len() % 4 {
            0 => format!(
                "struct Probe<P>(P); trait ViaDebug {{ fn how(&self) -> u64; }} trait ViaAny {{ fn how(&self) -> u64; }} \
                 impl<P: ::std::fmt::Debug> ViaDebug for &Probe<P> {{ fn how(&self) -> u64 {{ 1 }} }} \
                 impl<P> ViaAny for Probe<P> {{ fn how(&self) -> u64 {{ 2 }} }} \
                 let x = x ^ (&&Probe({name}::new(x))).how(); "
            ),
            _ => String::new(),
        };
        let mut text = format!(
            "{derives}{vis}struct {name}{generics} {{ {field}: u64{extra} }}\n\
             impl{generics} {name}{generics} {{\n\
             /// Makes one.\n\
             pub fn new({field}: u64) -> Self {{ {name} {{ {field}{told} }} }}\n\
             pub fn get(&self) -> u64 {{ let x = self.{field}; {probe}{get} ^ {inside} }}\n}}\n"
        );
        for &(skill, mark) in &skills {
            text += &self.skill(module, &name, field, skill, mark);
        }
        self.write(module, &text);
        self.add(module, &name, reach, Kind::Type(skills), needs);
    }

    fn skill(&mut self, module: usize, name: &str, field: &str, skill: Skill, mark: u32) -> String {
        match skill {
            Skill::Display => {
                let path = match self.pick(3) {
                    0 => "::std::fmt".to_owned(),
                    1 if self.take(module, "fmt") => {
                        self.write(module, "use std::fmt;");
                        "fmt".to_owned()
                    }
                    1 if self.take(module, "format") => {
                        self.write(module, "use std::fmt as format;");
                        "format".to_owned()
                    }
                    _ => "core::fmt".to_owned(),
                };
                format!("impl {path}::Display for {name} {{ fn fmt(&self, out: &mut {path}::Formatter<'_>) -> {path}::Result {{ write!(out, \"<{{}}>\", self.{field} ^ {mark}) }} }}\n")
            }
            Skill::Add => format!("impl ::std::ops::Add for {name} {{ type Output = {name}; fn add(self, other: {name}) -> {name} {{ {name}::new(self.{field}.wrapping_add(other.{field}) ^ {mark}) }} }}\n"),
            Skill::Deref => format!("impl ::std::ops::Deref for {name} {{ type Target = u64; fn deref(&self) -> &u64 {{ if self.{field} == {mark} {{ &0 }} else {{ &self.{field} }} }} }}\n"),
            Skill::From => format!("impl From<u64> for {name} {{ fn from(x: u64) -> Self {{ Self::new(x ^ {mark}) }} }}\n"),
            Skill::Equal => format!("impl PartialEq for {name} {{ fn eq(&self, other: &Self) -> bool {{ self.{field} % 7 == (other.{field} ^ {mark}) % 7 }} }}\n"),
            Skill::Iterate => format!("impl Iterator for {name} {{ type Item = u64; fn next(&mut self) -> Option<u64> {{ self.{field} = (self.{field} % 8).checked_sub(1)?; Some(self.{field} ^ {mark}) }} }}\n"),
            Skill::Drop => format!("impl<'c> {name}<'c> {{ pub fn watch({field}: u64, told: &'c ::std::cell::Cell<u64>) -> Self {{ {name} {{ {field}, told: Some(told) }} }} }}\nimpl Drop for {name}<'_> {{ fn drop(&mut self) {{ if let Some(told) = self.told {{ told.set(self.{field} ^ {mark}) }} }} }}\n"),
            Skill::ByMacro => format!("macro_rules! members {{ ($($made:ident = $mark:literal;)*) => {{ $(pub fn $made(&self) -> u64 {{ self.{field} ^ $mark }})* }} }}\nimpl {name} {{ members! {{ made = {mark}; }} }}\n"),
            Skill::ByAlias => {
                let alias = self.new_name(module, Sort::Type);
                let declared = match self.pick(2) {
                    0 => format!("type {alias} = {name};"),
                    _ => format!("use self::{name} as {alias};"),
                };
                format!("{declared}\nimpl {alias} {{ pub fn more(&self) -> u64 {{ self.{field} ^ {mark} }} }}\n")
            }
            Skill::Debug | Skill::Default | Skill::Order => String::new(),
        }
    }

    fn enumeration(&mut self, module: usize) {
        let (reach, vis) = self.reach(module);
        let name = self.new_name(module, Sort::Type);
        let count = 2 + self.pick(4);
        let first = self.pick(VARIANTS.len());
        let variants: Vec<&str> = (0..count)
            .map(|k| VARIANTS[(first + k) % VARIANTS.len()])
            .collect();
        let code = self.mark();
        let mut needs = Needs::one(code);
        let with_data = self.pick(3) == 0;
        let imported = self.pick(3) == 0 && !variants.contains(&name.as_str());
        let casts = !with_data;
        let compares = self.pick(2) == 0;
        // The first variants may be made by nobody.
        let made = self.pick(count);
        let mut arms = String::new();
        let mut list = String::new();
        let mut picks = String::new();
        let prefix = if imported {
            String::new()
        } else {
            format!("{name}::")
        };
        for (k, variant) in variants.iter().enumerate() {
            let data = with_data && k == count - 1;
            list += variant;
            match self.pick(6) {
                0 if casts => list += &format!(" = {}", 10 * k + 3),
                _ if data => list += "(u64)",
                _ => {}
            }
            list += ", ";
            if k >= made {
                let value = if data { "(x)" } else { "" };
                picks += &format!("{} => {name}::{variant}{value}, ", k - made);
            }
            let pattern = if data { "(k)" } else { "" };
            let value = if data { "*k" } else { "11" };
            arms += &format!("{prefix}{variant}{pattern} => {value} ^ {k}, ");
        }
        let last = if with_data { "(x)" } else { "" };
        picks += &format!("_ => {name}::{}{last}", variants[count - 1]);
        let derive = if compares {
            "#[derive(PartialEq, PartialOrd)]\n"
        } else {
            ""
        };
        let derive = match self.pick(3) {
            0 => format!("{derive}#[derive(Clone)]\n#[non_exhaustive]\n"),
            _ => derive.to_owned(),
        };
        let bytes = !with_data && !list.contains('=') && self.things.len().is_multiple_of(3);
        let (derive, picked) = match bytes {
            true => (
                format!("{derive}#[repr(u8)]\n"),
                format!("unsafe {{ ::std::mem::transmute((x % {count}) as u8) }}"),
            ),
            false => (derive, format!("match x % {count} {{ {picks} }}")),
        };
        let import = if imported {
            format!("use self::{name}::*; ")
        } else {
            String::new()
        };
        let inside = self.value(module, "x", 1, &mut needs);
        let guarded = match self.pick(3) {
            0 => format!("{prefix}{} if x > {code} << 9 => 1, ", variants[0]),
            _ => String::new(),
        };
        let text = format!(
            "{derive}{vis}enum {name} {{ {list} }}\n\
             impl {name} {{\n\
             pub fn pick(x: u64) -> {name} {{ {picked} }}\n\
             pub fn code(&self) -> u64 {{ let x = {code}u64; let inside = {inside}; {{ {import}inside ^ match self {{ {guarded}{arms} }} }} }}\n}}"
        );
        self.write(module, &text);
        self.add(module, &name, reach, Kind::Enum { casts, compares }, needs);
    }

    fn interface(&mut self, module: usize) {
        let (reach, vis) = self.reach(module);
        let name = self.new_name(module, Sort::Type);
        // A method of the same name for the same type would leave open which one is meant.
        let number = self.things.len();
        let method = METHODS[self.pick(METHODS.len())].to_owned();
        let taken = |thing: &Thing<Kind>| matches!(&thing.kind, Kind::Trait { method: m, .. } if *m == method);
        let method = match self.things.iter().any(taken) {
            true => format!("way{number}"),
            false => method,
        };
        let (key, body, over) = (self.mark(), self.mark(), self.mark());
        let mut needs = Needs::default();
        let inside = self.value(module, "x", 1, &mut needs);
        let mut text = format!(
            "{vis}trait {name} {{\n\
             const KEY: u64 = {key};\n\
             fn base(&self) -> u64;\n\
             fn {method}(&self) -> u64 {{ let x = self.base(); {body} ^ {inside} }}\n}}\n"
        );
        let (head, of) = match self.pick(3) {
            0 if name != "T" => ("<T: Into<u64> + Copy>", "T"),
            _ => ("", "u64"),
        };
        let overridden = self.pick(2) == 0;
        let own = match overridden {
            true => {
                format!("fn {method}(&self) -> u64 {{ <Self as {name}>::base(self) ^ {over} }} ")
            }
            false => String::new(),
        };
        if overridden {
            needs = Needs::one(over);
        } else {
            needs.marks.insert(body);
            needs.calls += 1;
        }
        text += &format!("impl{head} {name} for {of} {{ fn base(&self) -> u64 {{ let it: u64 = (*self).into(); it ^ 1 }} {own}}}\n");
        if head.is_empty() {
            text += &format!("impl<const N: usize> {name} for [u8; N] {{ fn base(&self) -> u64 {{ N as u64 }} }}\n");
        }
        self.write(module, &text);
        let kind = Kind::Trait { method, key };
        self.add(module, &name, reach, kind, needs);
    }

    fn generic(&mut self, module: usize) {
        let bound = self.some_thing(module, |thing| matches!(thing.kind, Kind::Trait { .. }));
        let Some(bound) = bound else {
            return self.function(module);
        };
        // A bound that is less public than what it bounds draws a warning, no more.
        let (reach, vis) = (Reach::Crate, "pub(crate) ");
        let Kind::Trait { method, .. } = self.things[bound].kind.clone() else {
            return;
        };
        let mark = self.mark();
        let mut needs = self.things[bound].needs.clone();
        needs.marks.insert(mark);
        let path = self.path(module, bound);
        let name = self.new_name(module, Sort::Value);
        let text = match self.pick(2) {
            0 => format!("{vis}fn {name}<It: {path}>(it: It) -> u64 {{ it.{method}() ^ {mark} }}"),
            _ => format!("{vis}fn {name}<It>(it: It) -> u64 where It: {path} {{ <It as {path}>::{method}(&it) ^ {mark} }}"),
        };
        self.write(module, &text);
        self.add(module, &name, reach, Kind::Generic, needs);
    }

    /// One that is exported has its name at the root of its crate.
    fn exported_macro(&mut self, module: usize) {
        let krate = self.modules[module].krate;
        let root = (0..CRATES.len()).find(|&id| self.modules[id].krate == krate);
        let root = root.expect("each crate has a root");
        let name = self.new_name(root, Sort::Macro);
        if module != root && !self.take(module, &name) {
            return;
        }
        let mark = self.mark();
        let mut needs = Needs::one(mark);
        let target = self.some_thing(root, |thing| thing.kind == Kind::Function);
        let target = target.filter(|&target| {
            let own = self.modules[self.things[target].module].krate == krate;
            own && self.is_open(target)
        });
        let inside = match target {
            Some(target) => {
                needs.add(&self.things[target].needs);
                format!("${}(ab)", self.absolute(root, target))
            }
            None => "ab".to_owned(),
        };
        let rule = match self.pick(3) {
            0 => format!("($($x:expr),* $(,)?) => {{{{ let ab = 0u64 $(^ $x)*; {inside} ^ {mark} }}}};"),
            1 => format!("(@step $x:expr) => {{{{ let ab: u64 = $x; {inside} ^ {mark} }}}}; ($x:expr) => {{ $crate::{name}!(@step $x) }};"),
            _ => format!("($x:expr) => {{{{ let ab: u64 = $x; {inside} ^ {mark} }}}};"),
        };
        self.write(
            module,
            &format!("#[macro_export]\nmacro_rules! {name} {{ {rule} }}"),
        );
        self.add(root, &name, Reach::Everybody, Kind::Macro, needs);
    }

    /// A type that a macro writes, which may speak of another type that nobody else names.
    fn made_by_macro(&mut self, module: usize) {
        let (reach, vis) = self.reach(module);
        let name = self.new_name(module, Sort::Type);
        let inner = self.new_name(module, Sort::Type);
        let mark = self.mark();
        let number = self.mark();
        let text = format!(
            "macro_rules! make{number} {{ ($vis:vis $name:ident, $inner:ty) => {{\n\
             $vis struct $name(u64);\n\
             impl $name {{\n\
             pub fn new(x: u64) -> Self {{ $name(x ^ ::std::mem::size_of::<$inner>() as u64) }}\n\
             pub fn get(&self) -> u64 {{ self.0 ^ {mark} }} }} }} }}\n\
             struct {inner}(#[allow(dead_code)] u64, #[allow(dead_code)] u64);\n\
             make{number}!({vis}{name}, {inner});"
        );
        self.write(module, &text);
        self.add(
            module,
            &name,
            reach,
            Kind::Type(Vec::new()),
            Needs::one(mark),
        );
    }

    /// A second name for a thing, for others too.
    fn export(&mut self, module: usize) {
        let reach = [Reach::Everybody, Reach::Crate][self.pick(2)];
        let Some(thing) = self.some_thing(module, |thing| {
            // No name can be exported further than what it means.
            matches!(
                (reach, thing.reach),
                (_, Reach::Everybody) | (Reach::Crate, Reach::Crate)
            )
        }) else {
            return;
        };
        let known = self.things[thing].clone();
        let name = match self.pick(2) {
            0 if self.take(module, &known.name) => known.name.clone(),
            _ => self.new_name(module, known.sort),
        };
        let absolute = self.absolute(module, thing);
        let vis = if reach == Reach::Everybody {
            "pub"
        } else {
            "pub(crate)"
        };
        let text = match plain(&known.name) == plain(&name) {
            true => format!("{vis} use {absolute};"),
            false => format!("{vis} use {absolute} as {name};"),
        };
        self.write(module, &text);
        self.add(module, &name, reach, known.kind, known.needs);
    }
}
