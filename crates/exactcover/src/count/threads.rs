//! Large tables are taken on by all threads of the current pool: some read chunks and make the next
//! states, and then each adds those of one shard to the tables.

use super::meter::{Meter, Stop};
use super::sweep::{Step, Sweep, Target};
use super::table::{key, shard, Chunk, Entry, Key, Shards, Table};
use alloc::vec::Vec;

/// How many chunks are read before their states are added, for each shard.
const CHUNKS: usize = 8;

/// The next states, by shards, in rows of words: the stage and the number of limbs, the key, the limbs.
struct Rows {
    shards: Vec<Vec<u64>>,
}

impl Rows {
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
            let mut rows = Rows { shards: Vec::new() };
            // As for two new states of each, as a rule.
            let room = chunk.bytes() / 4 / shards;
            rows.shards.resize_with(shards, || Vec::with_capacity(room));
            meter.charge(rows.bytes())?;
            for entry in chunk.entries() {
                sweep.take(step, &entry, &mut rows, meter)?;
            }
            Ok(rows)
        })?;
        meter.discharge(block.iter().map(Chunk::bytes).sum());
        drop(block);
        let tables = tables.iter_mut().enumerate().collect();
        meter.on_threads(tables, |(shard, stages), meter| {
            for rows in &rows {
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
    }
}
