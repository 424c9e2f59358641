// The measuring behind `run`: both solvers take turns, puzzle by puzzle, each in a worker of its own.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { engine } from '../engine.js';
import { serve } from '../tests/serve.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const LIMIT = Number(process.env.LIMIT ?? 10);
// What took longer is not asked again.
const LONG = 1_000;

const [iss, ...sets] = process.argv.slice(2);
if (!sets.length) throw new Error('usage: web/bench/run ISS NAME=FILE..');
const root = new URL('..', import.meta.url);
const ask = await engine(await WebAssembly.compile(readFileSync(new URL('sudoku.wasm', root))));

function texts(path) {
  if (statSync(path).isDirectory()) return readdirSync(path).sort().map((name) => readFileSync(join(path, name), 'utf8'));
  return readFileSync(path, 'utf8').split('\n').filter((line) => line && !line.startsWith('#'));
}
/** The puzzle for either solver, nothing if the page cannot read it; a text in the form of ISS is left as it is. */
function puzzle(text) {
  const { sheet, error } = ask({ ask: 'read', text });
  if (error) console.error(`passed over: ${error.message}`);
  return error ? [] : [{ sheet, iss: text.includes('~') ? text : ask({ ask: 'write', sheet, form: 'iss' }).text }];
}
const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
};
const output = (...command) => spawnSync(command[0], command.slice(1), { cwd: root, encoding: 'utf8' }).stdout.trim();

const server = await serve(root.pathname, { '/iss/': `${resolve(iss)}/` });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();
await page.goto(`${server.url}icon.svg`);
/** Milliseconds and answer; with neither if the limit came first. */
const timed = (solver, puzzle) => page.evaluate(async ([solver, puzzle, limit]) => {
  const workers = (window.workers ??= {});
  const worker = (workers[solver] ??= new Worker(`/bench/worker.js?solver=${solver}`, { type: 'module' }));
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      worker.terminate();
      delete workers[solver];
      resolve({});
    }, limit);
    worker.onmessage = ({ data }) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.postMessage(puzzle);
  });
}, [solver, puzzle, LIMIT * 1_000]);

/** The shortest times of native code in milliseconds. */
function native(puzzles) {
  const requests = puzzles.map(({ sheet }) => `${JSON.stringify({ ask: 'unique', sheet })}\n`).join('');
  const program = process.env.CARGO_TARGET_DIR ?? new URL('../target', root).pathname;
  const { stdout } = spawnSync(join(program, 'release/examples/replies'), ['--times'], {
    input: requests.repeat(ROUNDS), encoding: 'utf8', maxBuffer: 1 << 30,
  });
  const times = stdout.trimEnd().split('\n').map((line) => Number(line.split('\t')[0]) / 1e6);
  return puzzles.map((_, k) => Math.min(...times.filter((_, place) => place % puzzles.length === k)));
}

console.log(`${cpus()[0].model}, Chromium ${browser.version()}, commit ${output('git', 'rev-parse', '--short', 'HEAD')}, ISS ${output('git', '-C', resolve(iss), 'rev-parse', '--short', 'HEAD')}\n`);
console.log('| puzzles | | unfinished: ISS, page | ISS median ms | page median ms | median of ISS / page | native median ms | median of page / native |');
console.log('|---|--:|--:|--:|--:|--:|--:|--:|');
for (const set of sets) {
  const [, name, path] = set.match(/^([^=]*)=(.*)$/);
  const puzzles = texts(path).flatMap(puzzle);
  const best = { iss: puzzles.map(() => Infinity), page: puzzles.map(() => Infinity) };
  const late = { iss: new Set(), page: new Set() }, said = puzzles.map(() => ({}));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [k, puzzle] of puzzles.entries()) {
      for (const solver of ['iss', 'page']) {
        if (round && !(best[solver][k] < LONG)) continue;
        const { ms, answer, error } = await timed(solver, puzzle);
        if (error) throw new Error(`${name} ${k + 1}, ${solver}: ${error}`);
        if (ms == null) late[solver].add(k);
        best[solver][k] = Math.min(best[solver][k], ms ?? LIMIT * 1_000);
        said[k][solver] = answer;
      }
    }
  }
  // Nobody is faster at another puzzle.
  const same = puzzles.map((_, k) => k).filter((k) => {
    const { iss, page } = said[k];
    if (iss && page && iss !== page) console.error(`${name} ${k + 1} left out: ISS says ${iss}, the page ${page}`);
    return !(iss && page && iss !== page);
  });
  const times = { native: native(puzzles), ...best };
  const each = (of) => median(same.map(of));
  const columns = [
    same.length, `${late.iss.size}, ${late.page.size}`, each((k) => times.iss[k]).toFixed(2), each((k) => times.page[k]).toFixed(2),
    each((k) => times.iss[k] / times.page[k]).toFixed(1),
    each((k) => times.native[k]).toFixed(2), each((k) => times.page[k] / times.native[k]).toFixed(1),
  ];
  console.log(`| ${name} | ${columns.join(' | ')} |`);
}
await browser.close();
server.close();
