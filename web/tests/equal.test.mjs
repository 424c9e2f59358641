// The module and the same code compiled for this machine answer alike: answers, steps, nodes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { engine } from '../engine.js';

const BOARDS = [
  { sheet: 'board 9x9\n', symmetry: 'half-turn', times: 90 },
  { sheet: 'board 9x9\n', cages: 4, times: 10 },
  { sheet: 'board 6x6\n', cages: 4, times: 60 },
  { sheet: 'board 6x6\ndiagonals\n', times: 20 },
  { sheet: 'board 8x8\napart king\n', times: 16 },
  { sheet: 'board 16x16\n', nodes: 20_000, times: 4 },
];

test('200 boards have the same answers here and there', async () => {
  const module = await WebAssembly.compile(readFileSync(new URL('../sudoku.wasm', import.meta.url)));
  assert.deepEqual(WebAssembly.Module.imports(module), []);
  const ask = await engine(module);
  const requests = [], replies = [];
  const put = (request) => {
    requests.push(request);
    replies.push(ask(request));
    return replies.at(-1);
  };
  let boards = 0;
  for (const { times, ...board } of BOARDS) {
    for (let seed = 1; seed <= times; seed++) {
      const { sheet } = put({ ask: 'generate', seed, ...board });
      assert.ok(sheet, JSON.stringify(replies.at(-1)));
      assert.equal(put({ ask: 'unique', sheet }).answer, 'one');
      put({ ask: 'explain', sheet });
      // Without its last rule or given there is more to find.
      const less = sheet.trim().replace(/\n?.*$/, '').replace(/^$/, sheet);
      put({ ask: 'count', sheet: less, most: 50, nodes: 5_000 });
      boards++;
    }
  }
  assert.equal(boards, 200);
  // By no package, as then other commands share what is compiled.
  const cargo = ['run', '--quiet', '--release', '--locked', '--example', 'replies'];
  const native = spawnSync('cargo', cargo, {
    input: requests.map((request) => `${JSON.stringify(request)}\n`).join(''), encoding: 'utf8', maxBuffer: 1 << 30,
    cwd: new URL('../..', import.meta.url),
  });
  assert.equal(native.status, 0, native.stderr);
  const lines = native.stdout.trimEnd().split('\n');
  assert.equal(lines.length, requests.length);
  lines.forEach((line, k) => assert.deepEqual(JSON.parse(line), replies[k], JSON.stringify(requests[k])));
});
