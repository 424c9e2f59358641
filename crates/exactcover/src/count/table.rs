//! A table of states: which items of the frontier are covered, and in how many ways.

use super::meter::{Meter, Stop};
use super::number::add_limbs;
use alloc::vec::Vec;

/// Entries are kept in chunks of so many, which are given back one by one.
const CHUNK: usize = 1 << 10;
const EMPTY: u32 = u32::MAX;

/// The frontier of a state, a bit or a field for each item.
pub(super) type Key<const W: usize> = [u64; W];

/// An entry of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'t, const W: usize> {
    pub(super) key: Key<W>,
    /// The number of its node; 0 if there are none.
    pub(super) node: u32,
    /// Without leading zeros.
    pub(super) count: &'t [u64],
}

/// From keys to counts. An entry is a row of words: the key, the number of its node if there is a
/// circuit to be made, and the limbs of the count, as many for each entry as the largest needs.
#[derive(Debug)]
pub(super) struct Table<const W: usize> {
    /// Words before the limbs.
    head: usize,
    limbs: usize,
    len: usize,
    chunks: Vec<Vec<u64>>,
    /// Places of entries by their hash: a power of two of them, at most two thirds in use. The bits
    /// that no place needs hold others of the hash, so that few entries are looked at in vain.
    index: Vec<u32>,
    /// Bytes that the meter knows of.
    charged: usize,
}

impl<const W: usize> Table<W> {
    pub(super) fn new(with_nodes: bool) -> Self {
        Table {
            head: W + usize::from(with_nodes),
            limbs: 1,
            len: 0,
            chunks: Vec::new(),
            index: Vec::new(),
            charged: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// What stands at a place.
    #[inline]
    pub(super) fn entry(&self, place: usize) -> Entry<'_, W> {
        let stride = self.head + self.limbs;
        let start = place % CHUNK * stride;
        read(
            &self.chunks[place / CHUNK][start..start + stride],
            self.head,
        )
    }

    /// Its chunks, one by one; nothing is added any more.
    fn into_chunks(self, meter: &mut Meter<'_>) -> impl Iterator<Item = Chunk<W>> {
        let (head, limbs) = (self.head, self.limbs);
        let words: usize = self.chunks.iter().map(Vec::capacity).sum();
        meter.discharge(self.charged - 8 * words);
        let chunks = self.chunks.into_iter();
        chunks.map(move |words| Chunk { head, limbs, words })
    }

    /// Adds so many ways to a state; the number of its node. The count has no limb too many.
    pub(super) fn add(
        &mut self,
        key: &Key<W>,
        count: &[u64],
        meter: &mut Meter<'_>,
    ) -> Result<u32, Stop> {
        #[cfg(test)]
        crate::run::looks::touched(W + count.len());
        if count.len() > self.limbs {
            self.widen(count.len(), meter)?;
        }
        if 3 * (self.len + 1) > 2 * self.index.len() {
            self.grow(meter)?;
        }
        let mask = self.index.len() - 1;
        let hash = hash(key);
        let (mut slot, tag) = (hash as usize & mask, tag(hash, mask));
        loop {
            // From the slot of the hash on, until the key or an empty slot is met.
            let found = self.index[slot];
            if found == EMPTY {
                self.index[slot] = tag | self.len as u32;
                return self.push(key, count, meter);
            }
            // Other bits of the hash: another key, told without reading the entry.
            if (found ^ tag) & !(mask as u32) != 0 {
                slot = (slot + 1) & mask;
                continue;
            }
            let place = found as usize & mask;
            let stride = self.head + self.limbs;
            let start = place % CHUNK * stride;
            let entry = &mut self.chunks[place / CHUNK][start..start + stride];
            if self::key(entry) == *key {
                // A carry out of the highest limb: each count of the table gets one limb more, and
                // this one a 1 there.
                if add_limbs(&mut entry[self.head..], count) {
                    let carry = self.limbs;
                    self.widen(carry + 1, meter)?;
                    let start = place % CHUNK * (stride + 1) + self.head + carry;
                    self.chunks[place / CHUNK][start] = 1;
                }
                return Ok(self.entry(place).node);
            }
            slot = (slot + 1) & mask;
        }
    }

    fn push(&mut self, key: &Key<W>, count: &[u64], meter: &mut Meter<'_>) -> Result<u32, Stop> {
        let stride = self.head + self.limbs;
        if self.len % CHUNK == 0 {
            self.chunks.push(Vec::new());
        }
        let last = self.len / CHUNK;
        if self.chunks[last].len() == self.chunks[last].capacity() {
            // Only the first chunk begins small.
            let room = match last {
                0 => (2 * self.len).clamp(4, CHUNK),
                _ => CHUNK,
            };
            let more = room * stride - self.chunks[last].len();
            self.charge(8 * (more + 3), meter)?;
            self.chunks[last].reserve_exact(more);
        }
        self.len += 1;
        let node = meter.state()?;
        let chunk = &mut self.chunks[last];
        let start = chunk.len();
        chunk.resize(start + stride, 0);
        let (head, limbs) = chunk[start..].split_at_mut(self.head);
        head[..W].copy_from_slice(key);
        if let Some(place) = head.get_mut(W) {
            *place = node.into();
        }
        limbs[..count.len()].copy_from_slice(count);
        Ok(node)
    }

    fn charge(&mut self, bytes: usize, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.charged += bytes;
        meter.charge(bytes)
    }

    /// Gives each count more limbs.
    #[cold]
    fn widen(&mut self, limbs: usize, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let (old, new) = (self.head + self.limbs, self.head + limbs);
        self.limbs = limbs;
        for k in 0..self.chunks.len() {
            let entries = self.chunks[k].len() / old;
            meter.work(entries * new)?;
            #[cfg(test)]
            crate::run::looks::touched(entries * new);
            let room = self.chunks[k].capacity() / old;
            self.charge(8 * room * (new - old), meter)?;
            let mut wide = Vec::with_capacity(room * new);
            for entry in self.chunks[k].chunks_exact(old) {
                wide.extend_from_slice(entry);
                wide.resize(wide.len() + new - old, 0);
            }
            self.chunks[k] = wide;
        }
        Ok(())
    }

    /// Doubles the index.
    #[cold]
    fn grow(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let slots = (2 * self.index.len()).max(8);
        if slots as u64 > 1 << 32 {
            return Err(Stop::Memory);
        }
        self.charge(4 * slots - 4 * self.index.len(), meter)?;
        self.index = Vec::new();
        self.index = meter.filled(EMPTY, slots)?;
        let (stride, mask) = (self.head + self.limbs, slots - 1);
        let mut place = 0;
        for chunk in &self.chunks {
            meter.work(chunk.len())?;
            #[cfg(test)]
            crate::run::looks::touched(chunk.len());
            for entry in chunk.chunks_exact(stride) {
                let hash = hash(&key::<W>(entry));
                let mut slot = hash as usize & mask;
                while self.index[slot] != EMPTY {
                    slot = (slot + 1) & mask;
                }
                self.index[slot] = tag(hash, mask) | place;
                place += 1;
            }
        }
        Ok(())
    }
}

/// A chunk of a table that nothing is added to any more.
#[derive(Debug)]
pub(super) struct Chunk<const W: usize> {
    head: usize,
    limbs: usize,
    words: Vec<u64>,
}

impl<const W: usize> Chunk<W> {
    #[inline]
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry<'_, W>> {
        let head = self.head;
        let entries = self.words.chunks_exact(head + self.limbs);
        entries.map(move |entry| read(entry, head))
    }

    /// What the meter knows of.
    pub(super) fn bytes(&self) -> usize {
        8 * self.words.capacity()
    }
}

/// A table in shards, a power of two of them, each with the keys that have the same first bits of
/// their hash: so several threads can add to it.
#[derive(Debug)]
pub(super) struct Shards<const W: usize> {
    pub(super) tables: Vec<Table<W>>,
}

impl<const W: usize> Shards<W> {
    pub(super) fn new(with_nodes: bool, shards: usize) -> Self {
        let mut tables = Vec::new();
        tables.resize_with(shards, || Table::new(with_nodes));
        Shards { tables }
    }

    pub(super) fn len(&self) -> usize {
        self.tables.iter().map(Table::len).sum()
    }

    /// All places, for [`Shards::entry`].
    pub(super) fn places(&self) -> impl Iterator<Item = usize> + '_ {
        let shards = self.tables.len();
        let tables = self.tables.iter().enumerate();
        tables.flat_map(move |(shard, table)| (0..table.len).map(move |k| k * shards + shard))
    }

    #[inline]
    pub(super) fn entry(&self, place: usize) -> Entry<'_, W> {
        // A power of two.
        let shards = self.tables.len();
        self.tables[place & (shards - 1)].entry(place >> shards.trailing_zeros())
    }

    /// Adds so many ways to a state, as [`Table::add`].
    #[inline]
    pub(super) fn add(
        &mut self,
        key: &Key<W>,
        count: &[u64],
        meter: &mut Meter<'_>,
    ) -> Result<u32, Stop> {
        let shard = shard(key, self.tables.len());
        self.tables[shard].add(key, count, meter)
    }

    /// All chunks, one by one; nothing is added any more.
    pub(super) fn into_chunks(self, meter: &mut Meter<'_>) -> impl Iterator<Item = Chunk<W>> {
        let chunks = self.tables.into_iter();
        let chunks: Vec<_> = chunks.map(|table| table.into_chunks(meter)).collect();
        chunks.into_iter().flatten()
    }

    /// Gives back everything.
    pub(super) fn free(self, meter: &mut Meter<'_>) {
        let tables = self.tables.into_iter();
        meter.discharge(tables.map(|table| table.charged).sum());
    }
}

/// In which of so many shards a key is.
#[inline(always)]
pub(super) fn shard<const W: usize>(key: &Key<W>, shards: usize) -> usize {
    match shards {
        1 => 0,
        shards => (((hash(key) >> 32) * shards as u64) >> 32) as usize,
    }
}

/// An entry, from its words; so many come before the limbs.
#[inline]
fn read<const W: usize>(entry: &[u64], head: usize) -> Entry<'_, W> {
    #[cfg(test)]
    crate::run::looks::touched(entry.len());
    let (head, mut count) = entry.split_at(head);
    // Without leading zeros.
    while let [rest @ .., 0] = count {
        count = rest;
    }
    Entry {
        key: key(head),
        node: head.get(W).map_or(0, |&node| node as u32),
        count,
    }
}

/// The key at the beginning of an entry.
#[inline(always)]
pub(super) fn key<const W: usize>(entry: &[u64]) -> Key<W> {
    let mut key = [0; W];
    key.copy_from_slice(&entry[..W]);
    key
}

/// What stands in the index beside a place.
#[inline(always)]
fn tag(hash: u64, mask: usize) -> u32 {
    (hash >> 32) as u32 & !(mask as u32)
}

/// The multiplications of `wyhash`, folded.
#[inline]
fn hash<const W: usize>(key: &Key<W>) -> u64 {
    let mut hash = 0x9E37_79B9_7F4A_7C15_u64;
    for (k, word) in (1..).zip(key) {
        let product = u128::from(word ^ hash) * 0xD6E8_FEB8_6659_FD93;
        let salt = 0xA076_1D64_78BD_642F_u64.wrapping_mul(k);
        hash = product as u64 ^ (product >> 64) as u64 ^ salt;
    }
    hash ^ hash >> 29
}
