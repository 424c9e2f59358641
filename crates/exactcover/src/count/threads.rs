//! Large tables are taken on, and joined, by all threads of the current pool: some read chunks and
//! make the next states, and then each adds those of one shard to the tables.

use super::meter::{Meter, Stop};
use super::sweep::{Join, Step, Sweep, Target};
use super::table::{key, shard, Chunk, Entry, Key, Shards, Table};
use alloc::vec::Vec;

/// How many chunks are read before their states are added, for each shard.
const CHUNKS: usize = 8;

/// How many pairs of states a thread puts together at most before they are added, but for a state
/// with more.
const PAIRS: usize = 1 << 16;

/// The next states, by shards, in rows of words: the stage and the number of limbs, the key, the
/// limbs.
struct Rows {
    shards: Vec<Vec<u64>>,
}

impl Rows {
    /// No states, and room for so many bytes.
    fn new(shards: usize, bytes: usize, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let mut rows = Rows { shards: Vec::new() };
        let room = bytes / 8 / shards;
        rows.shards.resize_with(shards, || Vec::with_capacity(room));
        meter.charge(rows.bytes())?;
        Ok(rows)
    }

    fn bytes(&self) -> usize {
        self.shards.iter().map(|rows| 8 * rows.capacity()).sum()
    }
}

impl<const W: usize> Target<W> for Rows {
    #[inline(always)]
    fn add(
        &mut self,
        stage: usize,
        key: &Key<W>,
        from: &Entry<'_, W>,
        _: Option<u32>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let shard = shard(key, self.shards.len());
        let rows = &mut self.shards[shard];
        let room = rows.capacity();
        rows.reserve(W + 1 + from.count.len());
        rows.push((stage as u64) << 32 | from.count.len() as u64);
        rows.extend_from_slice(key);
        rows.extend_from_slice(from.count);
        meter.charge(8 * (rows.capacity() - room))
    }
}

/// Takes all states of a table on.
pub(super) fn take_all<const W: usize, const M: bool>(
    sweep: &Sweep<'_, W, M>,
    step: &Step<'_, W>,
    table: Shards<W>,
    tables: &mut [Vec<Table<W>>],
    meter: &mut Meter<'_>,
) -> Result<(), Stop> {
    let shards = table.tables.len();
    let mut chunks = table.into_chunks(meter);
    loop {
        let block: Vec<_> = chunks.by_ref().take(CHUNKS * shards).collect();
        if block.is_empty() {
            return Ok(());
        }
        let rows = meter.on_threads(block.iter().collect(), |chunk, meter| {
            // As for two new states of each, as a rule.
            let mut rows = Rows::new(shards, 2 * chunk.bytes(), meter)?;
            for entry in chunk.entries() {
                sweep.take(step, &entry, &mut rows, meter)?;
            }
            Ok(rows)
        })?;
        meter.discharge(block.iter().map(Chunk::bytes).sum());
        drop(block);
        let tables = tables.iter_mut().map(|stages| &mut stages[..]);
        add_rows(&rows, tables.collect(), meter)?;
    }
}

/// Adds the states to the tables of their shards, a list of stages for each.
fn add_rows<const W: usize>(
    rows: &[Rows],
    tables: Vec<&mut [Table<W>]>,
    meter: &mut Meter<'_>,
) -> Result<(), Stop> {
    let tables = tables.into_iter().enumerate().collect();
    meter.on_threads(tables, |(shard, stages): (_, &mut [Table<W>]), meter| {
        for rows in rows {
            let mut rows = &rows.shards[shard][..];
            while let [head, row @ ..] = rows {
                let (state, row) = row.split_at(W);
                let (count, row) = row.split_at(*head as u32 as usize);
                let stage = (head >> 32) as usize;
                stages[stage].add(&key(state), count, meter)?;
                rows = row;
            }
        }
        Ok(())
    })?;
    meter.discharge(rows.iter().map(Rows::bytes).sum());
    Ok(())
}

/// Puts the states of all groups together with those of the other table, and leaves none; all if
/// there is only one thread.
pub(super) fn join_all<'g, const W: usize>(
    join: &Join<'_, W>,
    groups: Vec<&'g [(Key<W>, u32)]>,
    table: &mut Shards<W>,
    meter: &mut Meter<'_>,
) -> Result<Vec<&'g [(Key<W>, u32)]>, Stop> {
    let shards = table.tables.len();
    if shards == 1 {
        return Ok(groups);
    }
    let most = (PAIRS / join.b.len().max(1)).max(1);
    let mut parts: Vec<(usize, Vec<_>)> = Vec::new();
    for group in groups.into_iter().flat_map(|group| group.chunks(most)) {
        match parts.last_mut() {
            Some((len, part)) if *len + group.len() <= most => {
                *len += group.len();
                part.push(group);
            }
            _ => parts.push((group.len(), [group].into())),
        }
    }
    for block in parts.chunks(CHUNKS * shards) {
        let rows = meter.on_threads(block.iter().collect(), |(_, part), meter| {
            let mut rows = Rows::new(shards, 0, meter)?;
            let mut add = |pair: &Entry<'_, W>, _, meter: &mut Meter<'_>| {
                rows.add(0, &pair.key, pair, None, meter)
            };
            for group in part {
                join.pairs_of(group, &mut add, meter)?;
            }
            Ok(rows)
        })?;
        let tables = table.tables.iter_mut().map(core::slice::from_mut);
        add_rows(&rows, tables.collect(), meter)?;
    }
    Ok(Vec::new())
}
