//! `--checkpoint FILE`: a search that goes on where the process before was killed.

use crate::args::SearchArgs;
use crate::progress::look;
use crate::records::{
    hash, hash_on, large, node, number, publish, seal, unseal, version, Names, NOTHING,
};
use cli_manners::interrupt::Interrupt;
use cli_manners::meter::Meter;
use cli_manners::{tell, Failure};
use exactcover::{Choice, Engine, Limit, Open, Outcome, Problem, Progress, Report, Stats, Ties};
use serde_json::{json, Value};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The time from one checkpoint to the next.
const PACE: Duration = Duration::from_millis(500);

/// What a count has come to.
struct State {
    /// What must be the same when it goes on.
    header: Value,
    stats: Stats,
    engine: Engine,
    /// What is open, in processes that were stopped one after the other: the last comes first.
    ways: Vec<Open>,
    begun: bool,
    /// How many bytes of the list of solutions belong to it, and their hash.
    list: (u64, u64),
}

/// What to say if a checkpoint has another value at a place of the header.
const OTHERS: [(usize, &str); 6] = [
    (0, "this is the checkpoint of another command"),
    (2, "this is the checkpoint of another problem"),
    (1, "this is a checkpoint of another form"),
    (3, "this is the checkpoint of a search by another engine"),
    (4, "this is the checkpoint of a search by another strategy"),
    (5, "this is the checkpoint of a search with another seed"),
];

impl State {
    fn new(name: &str, args: &SearchArgs, (problem, text): (&Problem<usize>, &str)) -> Self {
        State {
            header: json!([
                name,
                version(problem),
                hash(text.as_bytes()),
                args.engine.name(),
                format!("{:?}", args.strategy),
                args.seed,
            ]),
            stats: Stats::default(),
            engine: args.engine,
            ways: Vec::new(),
            begun: false,
            list: (0, NOTHING),
        }
    }

    /// Goes on from the text of a checkpoint.
    fn read(&mut self, names: &Names<'_>, text: &str) -> Result<(), &'static str> {
        let state = text.strip_suffix('\n').and_then(unseal);
        let state = state.ok_or("expected a checkpoint")?;
        if state["search"] != self.header {
            let differs =
                |&&(place, _): &&(usize, _)| state["search"].get(place) != self.header.get(place);
            let other = OTHERS.iter().find(differs);
            return Err(other.map_or("expected a checkpoint", |&(_, other)| other));
        }
        let read = || {
            let engine = Engine::named(state["engine"].as_str()?)?;
            let stats = Stats {
                nodes: number(&state["nodes"])?,
                solutions: large(&state["solutions"])?,
                max_depth: number(&state["depth"])?,
                engine: Some(engine.name()),
                ..Stats::default()
            };
            let ways = state["open"].as_array()?.iter();
            let ways = ways.map(|way| names.open(way)).collect::<Option<_>>()?;
            let list = (number(&state["list"][0])?, number(&state["list"][1])?);
            Some((stats, engine, ways, list))
        };
        let (stats, engine, ways, list) = read().ok_or("expected a checkpoint")?;
        self.stats = stats;
        self.engine = engine;
        self.ways = ways;
        self.begun = true;
        self.list = list;
        Ok(())
    }

    /// What the file says if this is added, which is going on.
    fn line(&self, names: &Names<'_>, more: &Stats, way: Option<&Open>) -> String {
        let stats = sum(&self.stats, more);
        let ways = self.ways.iter().chain(way).map(|way| names.json(way));
        seal(&json!({
            "search": self.header,
            "engine": stats.engine,
            "nodes": stats.nodes,
            "solutions": stats.solutions.to_string(),
            "depth": stats.max_depth,
            "open": ways.collect::<Vec<_>>(),
            "list": [self.list.0, self.list.1],
        }))
    }

    /// The way to the next part.
    fn next(&mut self, names: &Names<'_>) -> Option<Vec<Choice>> {
        if !std::mem::replace(&mut self.begun, true) {
            return Some(Vec::new());
        }
        while let Some(way) = self.ways.last_mut() {
            let part = names.take_next(way);
            if part.is_some() {
                return part;
            }
            self.ways.pop();
        }
        None
    }
}

fn sum(a: &Stats, b: &Stats) -> Stats {
    let mut sum = *a;
    sum.nodes += b.nodes;
    sum.updates += b.updates;
    sum.solutions += b.solutions;
    sum.max_depth = a.max_depth.max(b.max_depth);
    sum.engine = a.engine.or(b.engine);
    sum
}

/// How many nodes to search at once, so that it takes some hundredths of a second.
#[derive(Debug)]
pub(crate) struct Slice(u64);

impl Slice {
    pub(crate) fn new() -> Self {
        Slice(1 << 8)
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.0
    }

    pub(crate) fn took(&mut self, time: Duration) {
        if time < Duration::from_millis(20) {
            self.0 *= 2;
        } else if time > Duration::from_millis(80) {
            self.0 = (self.0 / 2).max(1);
        }
    }
}

/// What shows a solution: its number, and the lines of its options.
type Print<'a> = &'a mut dyn FnMut(u128, Vec<usize>) -> Result<(), Failure>;

/// The solutions that have been shown, in a file beside the checkpoint.
struct List<'a> {
    print: Print<'a>,
    path: PathBuf,
    file: BufWriter<File>,
    /// How much of it there is, and its hash.
    written: (u64, u64),
    solutions: u128,
}

impl<'a> List<'a> {
    /// Shows the solutions again that belong to the checkpoint, and drops what is behind them.
    fn open(checkpoint: &Path, state: &State, print: Print<'a>) -> Result<Self, Failure> {
        let mut name = checkpoint.as_os_str().to_owned();
        name.push(".solutions");
        let path = PathBuf::from(name);
        let failure = |error| Failure::File(path.clone(), error);
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(&path);
        let mut file = file.map_err(failure)?;
        let mut hashed = NOTHING;
        let mut all = (&mut file).take(state.list.0);
        let read = io::copy(&mut all, &mut Hasher(&mut hashed)).map_err(failure)?;
        if (read, hashed) != state.list {
            let what = "these are not the solutions of the checkpoint";
            return Err(Failure::Input(format!("{}: {what}", path.display())));
        }
        file.set_len(read).map_err(failure)?;
        file.rewind().map_err(failure)?;
        let mut solutions = 0;
        for line in BufReader::new(&file).lines() {
            let line = line.map_err(failure)?;
            let options = line.split(' ').map(str::parse).collect::<Result<_, _>>();
            let wrong = || Failure::Input(format!("{}: expected solutions", path.display()));
            solutions += 1;
            print(solutions, options.map_err(|_| wrong())?)?;
        }
        Ok(List {
            print,
            file: BufWriter::new(file),
            path,
            written: state.list,
            solutions,
        })
    }

    fn add(&mut self, mut options: Vec<usize>) -> Result<(), Failure> {
        options.sort_unstable();
        let words: Vec<String> = options.iter().map(ToString::to_string).collect();
        let line = words.join(" ") + "\n";
        let added = self.file.write_all(line.as_bytes());
        added.map_err(|error| Failure::File(self.path.clone(), error))?;
        let (length, hash) = self.written;
        self.written = (length + line.len() as u64, hash_on(hash, line.as_bytes()));
        self.solutions += 1;
        (self.print)(self.solutions, options)
    }

    /// Brings it to the disk; how much of it there is.
    fn sync(&mut self) -> Result<(u64, u64), Failure> {
        let synced = self.file.flush();
        let synced = synced.and_then(|()| self.file.get_ref().sync_data());
        synced.map_err(|error| Failure::File(self.path.clone(), error))?;
        Ok(self.written)
    }
}

/// Hashes what is written to it.
struct Hasher<'a>(&'a mut u64);

impl Write for Hasher<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        *self.0 = hash_on(*self.0, bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Counts solutions, or shows them, and writes down all the while how far it has come.
pub(crate) fn search(
    path: &Path,
    args: &SearchArgs,
    (problem, text): (&Problem<usize>, &str),
    interrupt: &Interrupt,
    meter: Option<&Meter>,
    print: Option<Print<'_>>,
) -> Result<Report<()>, Failure> {
    let begin = Instant::now();
    let wrong = |what: &str| Failure::Input(format!("{}: {what}", path.display()));
    let names = Names::new(problem);
    let name = match print {
        Some(_) => "exactcover solve",
        None => "exactcover count",
    };
    let mut state = State::new(name, args, (problem, text));
    match std::fs::read_to_string(path) {
        Ok(text) => state.read(&names, &text).map_err(wrong)?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(wrong(&format!("cannot read: {error}"))),
    }
    let mut list = match print {
        Some(print) => Some(List::open(path, &state, print)?),
        None => None,
    };
    let (mut slice, mut saved, mut first, mut warned) = (Slice::new(), begin, true, false);
    let mut left = args.limit_nodes.unwrap_or(u64::MAX);
    while let Some(part) = state.next(&names) {
        let search = problem.search_with(state.engine).strategy(args.strategy);
        let search = search
            .ties(args.seed.map_or(Ties::First, Ties::Random))
            .part(&part);
        let search = search.map_err(|violation| wrong(&violation.to_string()))?;
        let mut walk = search.walk();
        loop {
            let before = (Instant::now(), walk.stats().nodes);
            let nodes = slice.nodes().min(left);
            let mut added = Ok(());
            let ended = match &mut list {
                None => walk.count(nodes),
                Some(list) => walk.run(nodes, |solution| {
                    added = list.add(solution.labels().copied().collect());
                    match added {
                        Ok(()) => ControlFlow::Continue(()),
                        Err(_) => ControlFlow::Break(()),
                    }
                }),
            };
            added?;
            let ended = ended.is_some();
            slice.took(before.0.elapsed());
            left = left.saturating_sub(walk.stats().nodes - before.1);
            let mut more = walk.stats();
            // The last choice on the way is a node, too.
            more.nodes += node(&part);
            let limit = if interrupt.raised() {
                Some(Limit::Cancelled)
            } else if matches!(args.limit_time, Some(time) if begin.elapsed() >= time) {
                Some(Limit::Deadline)
            } else if left == 0 {
                Some(Limit::Nodes)
            } else {
                None
            };
            if let Some(meter) = meter {
                let mut progress = Progress::default();
                progress.stats = sum(&state.stats, &more);
                look(meter, &progress);
            }
            let last = ended && state.ways.iter().all(|way| way.parts().next().is_none());
            if first || last || limit.is_some() || saved.elapsed() >= PACE {
                if let Some(list) = &mut list {
                    state.list = list.sync()?;
                }
                let line = state.line(&names, &more, walk.open().as_ref());
                match publish(path, &line) {
                    Ok(()) => warned = false,
                    Err(error) if first => return Err(Failure::File(path.into(), error)),
                    // It may be possible again later.
                    Err(error) => {
                        if !std::mem::replace(&mut warned, true) {
                            tell(format_args!("{}: cannot write: {error}", path.display()));
                        }
                    }
                }
                saved = Instant::now();
                first = false;
            }
            if ended {
                state.stats = sum(&state.stats, &more);
                state.engine = more.engine.and_then(Engine::named).unwrap_or(state.engine);
            } else if limit.is_some() {
                state.stats = sum(&state.stats, &more);
            }
            match limit {
                Some(limit) if !last => return Ok(report(&state, Outcome::LimitReached(limit))),
                _ if ended => break,
                _ => {}
            }
        }
    }
    Ok(report(&state, Outcome::Exhausted))
}

fn report(state: &State, outcome: Outcome) -> Report<()> {
    Report {
        answer: (),
        outcome,
        stats: state.stats,
    }
}
