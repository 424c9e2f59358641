// What has to be fetched.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { brotliCompressSync } from 'node:zlib';

const root = new URL('..', import.meta.url);
const served = readdirSync(root).filter((name) => /\.(css|html|js|svg|wasm|webmanifest)$/.test(name));

test('the page is below 400 kB, compressed with brotli', () => {
  const sizes = served.map((name) => brotliCompressSync(readFileSync(new URL(name, root))).length);
  const size = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(size < 400_000, `${size} bytes`);
});

test('every file is kept for those without a network', () => {
  const [, list] = readFileSync(new URL('sw.js', root), 'utf8').match(/FILES = \[(.*)\]/);
  const kept = list.split(', ').map((name) => name.slice(1, -1).replace('./', 'index.html'));
  assert.deepEqual(kept.sort(), served.filter((name) => name !== 'sw.js').sort());
});
