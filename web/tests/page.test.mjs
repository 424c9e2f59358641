// What people do in the page, and what they see.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'node:test';
import { answer, CLASSIC, label, lines, load, open, ready, shot } from './browser.mjs';

const KILLER = readFileSync(new URL('../../testdata/killer_sudoku/daily-5561.txt', import.meta.url), 'utf8');

test('a killer is pasted, checked, explained forward and back, solved and shared', async (t) => {
  const page = await open(t);
  await load(page, KILLER);
  await answer(page, /Exactly one solution/);
  await shot(page, 'killer');
  await page.click('#next');
  await answer(page, /steps to the solution/);
  const first = await page.textContent('#explanation');
  await page.click('#next');
  const second = await page.textContent('#explanation');
  assert.notEqual(first, second);
  assert.match(await page.textContent('#place'), /^2 of /);
  await shot(page, 'step');
  await page.click('#back');
  assert.equal(await page.textContent('#explanation'), first);
  await page.click('#last');
  assert.equal(await page.textContent('#explanation'), 'Solved.');
  await page.click('#solve');
  await answer(page, /Exactly one solution .* guess/);
  const solved = await label(page, 0);
  await shot(page, 'solved');
  const other = await open(t, { hash: new URL(page.url()).hash });
  await answer(other, /Exactly one solution/);
  assert.equal((await lines(other)).length, (await lines(page)).length);
  await other.click('#solve');
  await answer(other, /guess/);
  assert.equal(await label(other, 0), solved);
});

test('keys alone set givens and cages, take back, and explain', async (t) => {
  const page = await open(t);
  await page.focus('[data-cell="0"]');
  await page.keyboard.type('5');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('3');
  assert.match(await label(page, 1), /^row 1 column 2, given 3$/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  assert.deepEqual(await lines(page), ['cage 3 r2c2 r2c3']);
  assert.match(await label(page, 10), /cage 3/);
  await answer(page, /More than one solution/);
  await page.keyboard.press('Control+z');
  assert.deepEqual(await lines(page), []);
  await page.keyboard.press('Control+y');
  assert.deepEqual(await lines(page), ['cage 3 r2c2 r2c3']);
  await page.keyboard.press('?');
  await answer(page, /differ in \d+ cells, marked with both digits/);
  await shot(page, 'two');
  await page.keyboard.press('.');
  await page.waitForFunction(() => /^1 of/.test(document.getElementById('place').textContent));
  // Every control can be reached, and the focus shows.
  const reached = new Set();
  for (let k = 0; k < 60; k++) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate(() => document.activeElement.id));
  }
  for (const id of ['solve', 'next', 'tool', 'add', 'killer', 'paste', 'link', 'print']) assert.ok(reached.has(id), id);
});

test('contradictions are named where they are', async (t) => {
  const page = await open(t);
  await page.focus('[data-cell="0"]');
  await page.keyboard.type('5');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('5');
  await answer(page, /digit 5 is given twice in row 1/);
  assert.match(await label(page, 1), /given 5, in conflict/);
  await page.keyboard.press('Delete');
  await answer(page, /More than one solution/);
  // Two cages that no row can have, each of them possible.
  await load(page, 'board 9x9\ncage 3 r1c1 r1c2\ncage 4 r1c3 r1c4\n');
  await answer(page, /^No solution: /);
  await page.waitForFunction(() => document.querySelectorAll('#lines li.bad').length === 2);
  assert.match(await label(page, 2), /in conflict/);
  await shot(page, 'conflict');
  // An error stands beside what it is about.
  await page.click('[data-cell="20"]');
  await page.fill('#number', '12');
  await page.click('#add');
  assert.match(await page.textContent('#wrong'), /1 digit adds up to 1..9, not to 12/);
  await load(page, '53..7....6..');
  assert.match(await page.textContent('#unread'), /found 12/);
});

test('a monster can be cancelled, and the page answers on', async (t) => {
  const page = await open(t);
  await load(page, `board 16x16\ngivens ${'.'.repeat(255)}1`);
  await answer(page, /More than one solution/);
  const workers = [];
  page.on('worker', (worker) => workers.push(worker));
  const [old] = page.workers();
  const closed = new Promise((resolve) => old.on('close', resolve));
  await page.click('#count');
  await answer(page, /Counting … .* s, more than/);
  await page.click('#cancel');
  await answer(page, /Cancelled/);
  await closed;
  assert.equal(await page.isVisible('#cancel'), false);
  await load(page, CLASSIC);
  await answer(page, /Exactly one solution/);
  assert.equal(workers.length > 0, true);
});

test('candidates show in how many solutions they are', async (t) => {
  const page = await open(t);
  await load(page, CLASSIC.replace('53', '..'));
  await page.check('#candidates');
  await answer(page, /the same digit in every solution|Exactly one/);
  await load(page, `${CLASSIC.slice(0, 36)}${'.'.repeat(45)}`);
  await answer(page, /the same digit in every solution/);
  assert.equal(await page.isVisible('#legend'), true);
  assert.ok(await page.$('.marks .n4'));
  assert.match(await label(page, 80), /candidates/);
  await shot(page, 'candidates');
});

test('links and texts lead back to the same puzzle', async (t) => {
  const page = await open(t, { permissions: ['clipboard-read', 'clipboard-write'] });
  const sheet = 'board 9x9\nthermometer r1c1-c4\narrow r3c3 / r4c4 r5c5\ncage 15 r7c1 r8c1 r8c2\n';
  await load(page, sheet);
  await answer(page, /More than one|Not known/);
  const wanted = await lines(page);
  for (const id of ['f-puzzles', 'sudokupad']) {
    const link = await page.getAttribute(`#${id}`, 'href');
    await page.click('#empty');
    assert.deepEqual(await lines(page), []);
    await load(page, link);
    assert.deepEqual((await lines(page)).sort(), [...wanted].sort(), id);
  }
  await page.click('#link');
  await answer(page, /Link copied/);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.click('#text');
  await answer(page, /Text copied/);
  const text = await page.evaluate(() => navigator.clipboard.readText());
  for (const copied of [link, text]) {
    await page.click('#empty');
    await load(page, copied);
    assert.deepEqual((await lines(page)).sort(), [...wanted].sort());
  }
});

test('shapes are dragged on the board', async (t) => {
  const page = await open(t);
  await page.check('[value=draw]', { force: true });
  await page.selectOption('#tool', 'thermometer');
  const middle = async (cell) => {
    const box = await page.locator(`[data-cell="${cell}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...await middle(0));
  await page.mouse.down();
  for (const cell of [1, 2, 11]) await page.mouse.move(...await middle(cell), { steps: 4 });
  await page.mouse.up();
  assert.deepEqual(await lines(page), ['thermometer r1c1 r1c2 r1c3 r2c3']);
  await page.selectOption('#tool', 'cage');
  await page.mouse.move(...await middle(40));
  await page.mouse.down();
  await page.mouse.move(...await middle(41), { steps: 4 });
  await page.mouse.up();
  await page.keyboard.type('17');
  assert.match(await page.textContent('#sets'), /17 in 2 cells: 89/);
  await page.keyboard.press('Enter');
  assert.deepEqual(await lines(page), ['thermometer r1c1 r1c2 r1c3 r2c3', 'cage 17 r5c5 r5c6']);
  // One cell of a cage stands for the cage, but not for a clue that sees it from outside.
  await page.selectOption('#tool', 'xsum');
  await page.mouse.move(...await middle(36));
  await page.mouse.down();
  await page.mouse.move(...await middle(44), { steps: 32 });
  await page.mouse.up();
  await page.keyboard.type('10');
  await page.keyboard.press('Enter');
  assert.equal((await lines(page))[2], 'x-sum 10 r5c1 r5c2 r5c3 r5c4 r5c5 r5c6 r5c7 r5c8 r5c9');
  await answer(page, /More than one/);
  await page.click('#empty');
  await page.check('[value=set]', { force: true });
  const outside = async (tool, from, step, count, number) => {
    await page.selectOption('#tool', tool);
    await page.click(`[data-cell="${from}"]`);
    for (let k = 1; k < count; k++) await page.click(`[data-cell="${from + k * step}"]`, { modifiers: ['Control'] });
    if (number) await page.fill('#number', number);
    await page.click('#add');
  };
  await outside('rising', 0, 1, 3);
  await outside('falling', 8, 9, 3);
  await outside('hidden', 72, 1, 9, '4');
  // The ranks of a board are one rule.
  await outside('rank', 27, 1, 9, '12');
  await outside('rank', 4, 9, 9, '3');
  const row = (from, step) => Array.from({ length: 9 }, (_, k) => `r${Math.floor((from + k * step) / 9) + 1}c${((from + k * step) % 9) + 1}`).join(' ');
  assert.deepEqual(await lines(page), [
    'rossini rising r1c1 r1c2 r1c3', 'rossini falling r1c9 r2c9 r3c9', `hidden-skyscraper 4 ${row(72, 1)}`,
    `full-rank only-unclued / 12 ${row(27, 1)} / 3 ${row(4, 9)}`,
  ]);
  await answer(page, /More than one/);
  await shot(page, 'outside');
});

test('a jigsaw is drawn region by region', async (t) => {
  const page = await open(t);
  await page.selectOption('#size', '4x4');
  await page.click('#empty');
  await page.selectOption('#tool', 'jigsaw');
  const region = async (cells) => {
    await page.click(`[data-cell="${cells[0]}"]`);
    for (const cell of cells.slice(1)) await page.click(`[data-cell="${cell}"]`, { modifiers: ['Control'] });
    await page.click('#add');
  };
  // The first row and the two rows below it change their shapes.
  await region([0, 1, 2, 3]);
  await answer(page, /Jigsaw: /);
  await region([4, 5, 8, 9]);
  await region([6, 7, 10, 11]);
  await region([12, 13, 14, 15]);
  await page.click('[data-cell="0"]');
  await page.keyboard.type('1');
  await answer(page, /More than one/);
  await shot(page, 'jigsaw');
  // The second row's left half and the third row's are one region now.
  await page.click('[data-cell="9"]');
  await page.keyboard.type('2');
  await page.click('[data-cell="4"]');
  await page.keyboard.type('2');
  await answer(page, /digit 2 is given twice/);
});

test('made puzzles have one solution, and as hard a one as was asked for', async (t) => {
  const page = await open(t);
  await page.selectOption('#size', '6x6');
  await page.selectOption('#level', '0');
  await page.click('#clues');
  await answer(page, /Exactly one/);
  await page.click('#rate');
  await answer(page, /Difficulty 1 of 5, singles/);
  await page.selectOption('#level', '');
  await page.click('#killer');
  await answer(page, /Exactly one/);
  assert.ok((await lines(page)).length > 5);
});

test('pictures leave as files, and several go on one sheet of paper', async (t) => {
  const page = await open(t);
  await load(page, KILLER);
  await answer(page, /Exactly one/);
  for (const [id, begin] of [['svg', '<svg '], ['png', '\x89PNG']]) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#${id}`)]);
    const bytes = readFileSync(await download.path());
    assert.ok(bytes.subarray(0, begin.length).equals(Buffer.from(begin, 'latin1')), id);
    assert.ok(bytes.length > 2000, id);
  }
  await page.click('#keep');
  await load(page, CLASSIC);
  await page.click('#keep');
  assert.equal(await page.textContent('#kept'), '2 kept');
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('#tray svg').count(), 2);
  assert.equal(await page.isVisible('#panel'), false);
  await shot(page, 'print');
});

test('a phone has all of it, with digits to tap', async (t) => {
  const page = await open(t, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await page.tap('[data-cell="40"]');
  await page.tap('#pad button:nth-child(5)');
  assert.match(await label(page, 40), /given 5/);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider than the phone');
  const small = await page.$$eval('button, select', (all) => all.filter((one) => one.offsetParent && one.getBoundingClientRect().height < 28).map((one) => one.id || one.textContent));
  assert.deepEqual(small, []);
  await load(page, KILLER);
  await answer(page, /Exactly one/);
  await page.evaluate(() => scrollTo(0, 0));
  await shot(page, 'phone');
  await shot(page, 'phone-all', { fullPage: true });
});

test('it works without a network once it was there', async (t) => {
  const page = await open(t);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    }
  });
  await page.context().setOffline(true);
  await page.reload();
  await ready(page);
  await load(page, CLASSIC);
  await answer(page, /Exactly one/);
  // The browser says that it has no network; the page does not mind.
  page.faults = page.faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED/.test(fault));
});

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing, ${colorScheme}`, async (t) => {
    const page = await open(t, { colorScheme });
    const check = async (what) => {
      await page.evaluate(AXE);
      const { violations } = await page.evaluate(() => window.axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html.slice(0, 200), nodes[0].failureSummary]), [], what);
    };
    await check('empty');
    await load(page, KILLER);
    await answer(page, /Exactly one/);
    await page.click('#next');
    await answer(page, /steps/);
    await check('step');
    await shot(page, colorScheme);
    await load(page, `${CLASSIC.slice(0, 36)}${'.'.repeat(45)}`);
    await page.check('#candidates');
    await answer(page, /the same digit/);
    await check('candidates');
    await load(page, 'board 9x9\ncage 3 r1c1 r1c2\ncage 4 r1c3 r1c4\n');
    await answer(page, /^No solution: /);
    await check('conflict');
    await shot(page, `${colorScheme}-conflict`);
  });
}
