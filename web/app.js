// The page: a board to write on, and questions for the solver.
import { build, digitsOf, fill, hang, hit } from './board.js';
import { compile, engine } from './engine.js';
import { cellName, format, pack, parse, sign, size, unpack } from './sheet.js';
import { GLOBAL, TOOLS } from './tools.js';

const $ = (id) => document.getElementById(id);
const LIVE_NODES = 100_000;
const WHY_NODES = 100_000;
const CAP = 10;
const MOST = 100_000_000;

let ask; // the solver of this thread, for what is fast
let puzzle = parse('board 9x9');
let view; // what the solver says of the board
let draft = null; // jigsaw regions that are not all there yet
let fills = [];
let shown = {}; // an answer: digits, two, marks, colors, each by cell
let path = null, at = 0;
let selected = [0], focus = 0;
let past = [], future = [];
let kept = []; // pictures to be printed

// Questions that may take long go to the worker, one at a time; the next one ends the one before.
let worker, waiting = null, packing = 0, number = 0, module;
function hire() {
  worker?.terminate();
  worker = new Worker('worker.js', { type: 'module' });
  worker.postMessage({ module });
  worker.onmessage = ({ data }) => {
    if (data.id !== waiting?.id) return;
    if (data.progress) waiting.progress = data.progress;
    else {
      const { resolve } = waiting;
      waiting = null;
      busy();
      resolve(data);
    }
  };
  worker.onerror = () => stop('The solver has failed. It starts anew with the next question.');
}
function stop(message) {
  if (!waiting) return;
  const { resolve } = waiting;
  waiting = null;
  busy();
  hire();
  resolve({ reply: { error: { message }, stopped: true } });
}
function question(request) {
  stop('superseded');
  return new Promise((resolve) => {
    waiting = { id: ++number, resolve, progress: '' };
    busy();
    worker.postMessage({ id: waiting.id, request });
  });
}
const told = (ms) => (ms < 1 ? `${Math.ceil(ms * 1000)} µs` : ms < 1000 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(1)} s`);

/** A question that somebody waits for: with the time so far, how far it is, and a button that ends it. */
async function work(what, request) {
  const start = performance.now();
  const clock = setInterval(() => say(`${what} … ${((performance.now() - start) / 1000).toFixed(1)} s${waiting?.progress ? `, ${waiting.progress}` : ''}`), 250);
  $('cancel').hidden = false;
  const { reply, ms } = await question(request);
  clearInterval(clock);
  if (!waiting) $('cancel').hidden = true;
  if (reply.stopped && reply.error.message === 'superseded') return null;
  if (reply.error) {
    say(reply.error.message, 'bad');
    return null;
  }
  return { ...reply, time: told(ms) };
}
/** What stands in the page is older than the puzzle while links are read or made, and while the solver works. */
function busy() {
  $('live').setAttribute('aria-busy', Boolean(packing || waiting));
}
async function meanwhile(promise) {
  packing++;
  busy();
  try {
    return await promise;
  } finally {
    packing--;
    busy();
  }
}
function say(text, kind = '') {
  $('live').textContent = text;
  $('live').className = kind;
}

const sheet = () => format(draft ? { ...puzzle, jigsaw: null } : puzzle).text;

// What is shown.
function show() {
  const [rows, columns] = size(puzzle);
  const step = path?.steps[at];
  const removed = new Map(step?.remove);
  const lined = new Map();
  for (const rule of view.lines) if (rule.total) for (const cell of rule.cells) lined.set(cell, rule.total);
  fill(puzzle.givens.map((given, cell) => {
    let digit = given ?? fills[cell] ?? shown.digits?.[cell] ?? null;
    let marks = digit != null ? null : draft ? (draft[cell] == null ? null : [[draft[cell] + 1, 'n3']]) : shown.marks?.[cell];
    if (path && given == null) {
      digit = shown.digits[cell] ?? null;
      const open = digitsOf(path.open[cell]);
      marks = digit == null ? view.digits.map((digit) => {
        if (!open.includes(digit)) return [null, ''];
        if (step?.place?.[0] === cell && step.place[1] === digit) return [digit, 'here'];
        return [digit, (removed.get(cell) >> digit) & 1 ? 'gone' : ''];
      }) : null;
    }
    const two = given == null ? shown.two?.[cell] : null;
    const value = two ? `one of ${two.map(sign).join(' ')}` : digit != null ? `${given != null ? 'given ' : ''}${sign(digit)}`
      : marks && !draft ? `candidates ${marks.filter(([digit]) => digit != null).map(([digit]) => sign(digit)).join(' ')}` : 'empty';
    const total = lined.has(cell) ? `, cage ${lined.get(cell)}` : '';
    const region = draft?.[cell] != null ? `, region ${draft[cell] + 1}` : '';
    const wrong = view.wrong.has(cell) || shown.colors?.[cell] === 'wrong';
    return {
      label: `row ${Math.floor(cell / columns) + 1} column ${(cell % columns) + 1}, ${value}${total}${region}${wrong ? ', in conflict' : ''}`,
      selected: selected.includes(cell), focus: cell === focus, digit, two, marks, mine: given == null,
      color: wrong ? 'wrong' : draft?.[cell] != null ? 'house' : shown.colors?.[cell],
    };
  }));
  $('undo').disabled = !past.length;
  $('redo').disabled = !future.length;
  $('first').disabled = $('back').disabled = !path || at === 0;
  $('last').disabled = $('next').disabled = Boolean(path) && at === path.steps.length;
  $('place').textContent = path ? `${Math.min(at + 1, path.steps.length)} of ${path.steps.length}` : '';
  $('legend').hidden = !shown.counted;
  sums(rows, columns);
}
function look() {
  show();
  $('grid').querySelector(`[data-cell="${focus}"]`)?.focus({ preventScroll: true });
}
function forget() {
  shown = {};
  path = null;
  at = 0;
  $('explanation').textContent = 'The steps that people make, each with its reason.';
}

/** What the solver says of the board: its cells, and which lines are wrong. */
function examine() {
  const { text, first } = format(draft ? { ...puzzle, jigsaw: null } : puzzle);
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const found = ask({ ask: 'look', sheet: text, theme: dark ? 'dark' : 'light' });
  if (found.error) return found.error.message;
  const faults = new Map(found.faults.map((fault) => [fault.line - first, fault]));
  const rules = [...found.rules], extra = [...found.extra];
  found.lines = puzzle.rules.map((line, k) => {
    const word = line.split(' ')[0];
    const fault = faults.get(k);
    if (fault) return { line, fault, cells: fault.cells };
    const cells = found.words.includes(word) ? rules.shift() : word === 'region' ? extra.shift() : [];
    return { line, cells, total: /^(sum-)?cage$/.test(word) && line.split(' ')[1] };
  });
  // Of givens too, which come behind the rules.
  found.wrong = new Set(found.faults.flatMap((fault) => fault.cells));
  view = found;
  return null;
}

/** Every change of the puzzle can be taken back, and is in the address. */
function change(next, { regions = null } = {}) {
  past.push({ puzzle, draft, fills });
  if (past.length > 500) past.shift();
  future = [];
  adopt(next, regions);
}
function adopt(next, regions = null, filled = null) {
  const other = next.board.join() !== puzzle.board.join();
  puzzle = next;
  draft = regions;
  fills = filled ?? (other ? [] : fills);
  forget();
  $('wrong').textContent = '';
  const refused = examine();
  if (refused) {
    say(refused, 'bad');
    return false;
  }
  const [rows, columns] = size(puzzle);
  if (other || !$('grid').children.length) {
    [selected, focus] = [[0], 0];
    build(puzzle, view.digits, write);
  }
  hang(view.svg, rows, columns);
  rules();
  show();
  check();
  links();
  return true;
}
async function links() {
  const text = sheet();
  const data = await meanwhile(pack(text));
  if (text !== sheet()) return; // a later change makes its own
  history.replaceState(null, '', `#p=${data}`);
  for (const form of ['sudokupad', 'f-puzzles']) {
    const found = ask({ ask: 'write', sheet: text, form });
    if (found.text) $(form).href = found.text;
    else $(form).removeAttribute('href');
    $(form).title = found.error?.message ?? '';
  }
}

/** The answer while somebody sets a puzzle. */
async function check() {
  $('cancel').hidden = true;
  const fault = view.faults[0];
  if (draft) {
    stop('superseded');
    return say(jigsawState());
  }
  if (fault) {
    stop('superseded');
    return say(fault.message, 'bad');
  }
  if (!puzzle.rules.length && puzzle.givens.every((given) => given == null)) {
    stop('superseded');
    if ($('candidates').checked) candidates();
    return say('An empty board. Type givens, draw rules, or make a puzzle.');
  }
  const request = { sheet: sheet() };
  const { reply, ms } = await question({ ...request, ask: 'unique', nodes: LIVE_NODES });
  if (reply.error) return reply.stopped ? null : say(reply.error.message, 'bad');
  if (reply.answer === 'one') say(`Exactly one solution (${told(ms)}).`, 'good');
  else if (reply.answer === 'unknown') say(`Not known yet: ${LIVE_NODES.toLocaleString('en')} guesses were not enough. Solve goes on.`);
  else if (reply.answer === 'none') return why(request);
  else {
    const [one, other] = reply.grids;
    say(`More than one solution: two of them differ in ${one.filter((digit, cell) => digit !== other[cell]).length} cells (${told(ms)}).`);
  }
  if ($('candidates').checked) candidates();
}

/** Why there is no solution: in words, and in place. */
async function why(request) {
  say('No solution.', 'bad');
  const { reply } = await question({ ...request, ask: 'why', nodes: WHY_NODES });
  if (reply.error) return;
  const names = reply.culprits.map((culprit) => culprit.text);
  const blame = names.length ? `${names.slice(0, 6).join(', ')}${names.length > 6 ? ` and ${names.length - 6} others` : ''} contradict each other` : '';
  say(`No solution: ${reply.reason ?? blame}.`, 'bad');
  const blamed = reply.culprits.filter((culprit) => culprit.rule != null || culprit.cells.length === 1);
  forget();
  shown.colors = [];
  for (const { cells } of blamed) for (const cell of cells) shown.colors[cell] = 'wrong';
  for (const [k, item] of [...$('lines').children].entries()) {
    item.classList.toggle('bad', blamed.some(({ rule }) => rule === ruleOf(k)));
  }
  show();
}
const ruleOf = (k) => puzzle.rules.slice(0, k).filter((line) => view.words.includes(line.split(' ')[0])).length - (view.words.includes(puzzle.rules[k].split(' ')[0]) ? 0 : Infinity);

async function candidates() {
  const found = await work('Looking at every candidate', { ask: 'candidates', sheet: sheet(), cap: CAP });
  if (!found) return;
  forget();
  const kind = (count) => (count === 1 ? 'n1' : count < 4 ? 'n2' : count < CAP ? 'n3' : 'n4');
  shown.counted = true;
  shown.marks = found.counts.map((counts) => {
    const known = new Map(counts);
    return view.digits.map((digit) => (known.has(digit) ? [digit, kind(known.get(digit))] : [null, '']));
  });
  shown.digits = found.counts.map((counts) => (counts.length === 1 ? counts[0][0] : null));
  const open = found.counts.filter((counts) => counts.length !== 1).length;
  show();
  if (found.counts.some((counts) => !counts.length)) say('No solution.', 'bad');
  else if (open) say(`${found.counts.length - open - puzzle.givens.filter((given) => given != null).length} empty cells have the same digit in every solution (${found.time}).`);
  else say(`Exactly one solution (${found.time}).`, 'good');
}

// Rules.
function rules() {
  $('lines').replaceChildren(...view.lines.map(({ line, fault, cells }, k) => {
    const item = document.createElement('li');
    const text = document.createElement('span');
    text.textContent = line;
    if (fault) {
      item.className = 'bad';
      const message = document.createElement('em');
      message.textContent = fault.message;
      text.append(message);
    }
    const remove = document.createElement('button');
    remove.type = 'button';
    remove.textContent = 'Remove';
    remove.setAttribute('aria-label', `Remove ${line}`);
    remove.onclick = () => change({ ...puzzle, rules: puzzle.rules.filter((_, other) => other !== k) });
    item.append(text, remove);
    item.onclick = (event) => {
      if (event.target === remove || !cells.length) return;
      selected = [...cells];
      [focus] = cells;
      look();
    };
    return item;
  }));
  for (const box of $('global').querySelectorAll('input')) box.checked = puzzle.rules.includes(box.value);
}
/** Takes a line up, in the place of one that was there before. */
function addLine(line, before) {
  const message = examineLine(line, before);
  $('wrong').textContent = message ?? '';
  if (message) return false;
  change({ ...puzzle, rules: [...puzzle.rules.filter((other) => other !== before), line] });
  return true;
}
/** What is wrong with a line beside the others that are right. */
function examineLine(line, before) {
  const others = { ...puzzle, rules: view.lines.filter(({ fault, line }) => !fault && line !== before).map(({ line }) => line) };
  const { text, first } = format({ ...others, jigsaw: draft ? null : puzzle.jigsaw, rules: [...others.rules, line] });
  const found = ask({ ask: 'look', sheet: text });
  return (found.error ?? found.faults.find((fault) => fault.line === first + others.rules.length))?.message;
}

/** The cells that a tool means. One cell of a cage stands for the cage, which it changes. */
function meant() {
  const old = selected.length === 1 && view.lines.find(({ total, cells }) => total && cells.includes(selected[0]));
  return old ? { cells: old.cells, old: old.line } : { cells: selected };
}
function add() {
  const tool = TOOLS[$('tool').value];
  const { cells, old } = tool.cage ? meant() : { cells: selected };
  const wrong = (message) => { $('wrong').textContent = message; };
  if (cells.length < tool.least) return wrong(`${tool.label}: select at least ${tool.least} cells.`);
  if ($('tool').value === 'jigsaw') return region(cells);
  const value = $('number').value.trim();
  if (tool.number && !/^[0-9][0-9,]*$/.test(value)) {
    wrong(`${tool.label}: ${tool.number.toLowerCase()}, a number, is missing.`);
    $('number').focus();
    return;
  }
  const line = tool.line(cells.map((cell) => cellName(puzzle, cell)), value);
  const shared = tool.joins && puzzle.rules.find((other) => other.startsWith(tool.joins));
  const before = old ?? shared;
  if (addLine(tool.joins ? `${shared ?? tool.joins} ${line}` : line, before)) look();
}

// Jigsaw regions are drawn one by one; the board has them when every cell is in one of the right size.
function region(cells) {
  const regions = [...(draft ?? puzzle.givens.map(() => null))];
  const before = regions[cells[0]];
  for (const cell of cells) regions[cell] = null;
  const numbers = [...Array(regions.length / view.digits.length).keys()];
  const own = numbers.find((number) => !regions.includes(number)) ?? before;
  for (const cell of cells) regions[cell] = own;
  const done = numbers.every((number) => sizeOf(regions, number) === view.digits.length);
  change(done ? { ...puzzle, jigsaw: regions } : puzzle, { regions: done ? null : regions });
  look();
}
const sizeOf = (regions, number) => regions.filter((other) => other === number).length;
function jigsawState() {
  const size = view.digits.length;
  const wrong = [...new Set(draft)].filter((number) => number != null && sizeOf(draft, number) !== size);
  const free = sizeOf(draft, null);
  const sizes = wrong.map((number) => `region ${number + 1} has ${sizeOf(draft, number)}`).join(', ');
  return `Jigsaw: ${[free && `${free} cells are in no region yet`, sizes && `${sizes} of ${size} cells`].filter(Boolean).join('; ')}.`;
}

/** The sets of digits of a total: what setters look up all day. */
function sums() {
  const tool = $('tool').value;
  const total = Number($('number').value), { cells } = meant();
  const found = [];
  const extend = (from, left, rest, set) => {
    if (!left && !rest) found.push(set.map(sign).join(''));
    if (left) view.digits.filter((digit) => digit >= from && digit <= rest).forEach((digit) => extend(digit + 1, left - 1, rest - digit, [...set, digit]));
  };
  const fits = tool === 'cage' && total && view.digits.length <= 9 && cells.length <= view.digits.length;
  if (fits) extend(0, cells.length, total, []);
  $('sets').textContent = fits ? `${total} in ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}: ${found.join(' · ') || 'no set of digits'}` : '';
}

// Writing and selecting.
function write(digit) {
  const mode = document.querySelector('[name=mode]:checked').value;
  if (mode === 'fill') {
    past.push({ puzzle, draft, fills });
    future = [];
    const next = [...fills];
    for (const cell of selected) if (puzzle.givens[cell] == null) next[cell] = digit;
    fills = next;
    forget();
    show();
    if (puzzle.givens.every((given, cell) => given != null || fills[cell] != null)) judge();
    return;
  }
  const givens = puzzle.givens.map((given, cell) => (selected.includes(cell) ? digit : given));
  fills = fills.map((fill, cell) => (selected.includes(cell) ? null : fill));
  change({ ...puzzle, givens });
}
/** A full grid: right or not. */
async function judge() {
  const givens = puzzle.givens.map((given, cell) => given ?? fills[cell]);
  const { reply } = await question({ ask: 'unique', sheet: format(puzzle, givens).text });
  if (reply.error?.cells) {
    shown.colors = [];
    for (const cell of reply.error.cells) shown.colors[cell] = 'wrong';
    show();
  }
  if (reply.answer === 'one') say('Solved!', 'good');
  else if (!reply.stopped) say(`Not a solution${reply.error ? `: ${reply.error.message}` : ''}.`, 'bad');
}
function select(cell, more) {
  selected = more ? [...selected.filter((other) => other !== cell), cell] : [cell];
  focus = cell;
}
let dragging = false;
$('grid').addEventListener('pointerdown', (event) => {
  const cell = hit(event, ...size(puzzle));
  if (cell == null) return;
  event.preventDefault();
  $('grid').setPointerCapture(event.pointerId);
  dragging = true;
  const more = event.ctrlKey || event.metaKey || event.shiftKey;
  if (more && selected.includes(cell) && selected.length > 1) {
    selected = selected.filter((other) => other !== cell);
    focus = cell;
  } else select(cell, more);
  look();
});
$('grid').addEventListener('pointermove', (event) => {
  const cell = dragging ? hit(event, ...size(puzzle)) : null;
  if (cell == null || selected.includes(cell)) return;
  select(cell, true);
  look();
});
$('grid').addEventListener('pointerup', () => {
  if (!dragging) return;
  dragging = false;
  if (document.querySelector('[name=mode]:checked').value !== 'draw') return;
  const tool = TOOLS[$('tool').value];
  if (selected.length < tool.least) return;
  if (tool.number && !tool.from) $('number').focus();
  else add();
});
$('grid').addEventListener('pointercancel', () => { dragging = false; });
$('grid').addEventListener('keydown', (event) => {
  const [rows, columns] = size(puzzle);
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  const digit = /^[0-9a-z]$/i.test(event.key) ? parseInt(event.key, 36) : null;
  if (moves[event.key]) {
    const [down, right] = moves[event.key];
    const row = (Math.floor(focus / columns) + down + rows) % rows, column = ((focus % columns) + right + columns) % columns;
    select(row * columns + column, event.shiftKey);
    look();
  } else if (['Delete', 'Backspace', ' '].includes(event.key)) write(null);
  else if (digit != null && view.digits.includes(digit)) write(digit);
  else if (event.key === '0') write(null);
  else if (event.key === 'Escape') { select(focus, false); look(); }
  else if (event.key === 'Enter') {
    const tool = TOOLS[$('tool').value];
    if (tool.number && !tool.from) { $('number').focus(); $('number').select(); } else add();
  } else if (event.key === '.') $('next').click();
  else if (event.key === ',') $('back').click();
  else if (event.key === '?') $('solve').click();
  else return;
  event.preventDefault();
});
const isText = (target) => /INPUT|TEXTAREA/.test(target.tagName);
document.addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey) || isText(event.target)) return;
  const button = { z: event.shiftKey ? 'redo' : 'undo', Z: 'redo', y: 'redo' }[event.key];
  if (button) { $(button).click(); event.preventDefault(); }
});
document.addEventListener('paste', (event) => {
  if (!isText(event.target)) load(event.clipboardData.getData('text'));
});

const turn = (from, to) => {
  const state = from.pop();
  if (!state) return;
  to.push({ puzzle, draft, fills });
  adopt(state.puzzle, state.draft, state.fills);
};
$('undo').onclick = () => turn(past, future);
$('redo').onclick = () => turn(future, past);

// Answers.
$('cancel').onclick = () => stop('Cancelled.');
$('clear').onclick = () => { fills = []; $('candidates').checked = false; forget(); show(); check(); };
$('solve').onclick = async () => {
  const found = await work('Solving', { ask: 'unique', sheet: sheet() });
  if (!found) return;
  forget();
  fills = [];
  if (found.answer === 'none') return why({ sheet: sheet() });
  const [one, other = one] = found.grids;
  const differ = one.map((digit, cell) => digit !== other[cell]);
  shown.digits = one;
  shown.two = one.map((digit, cell) => (differ[cell] ? [digit, other[cell]] : null));
  shown.colors = differ.map((differs) => (differs ? 'differ' : ''));
  show();
  const guesses = `${found.nodes.toLocaleString('en')} ${found.nodes === 1 ? 'guess' : 'guesses'}, ${found.time}`;
  if (found.answer === 'one') say(`Exactly one solution (${guesses}).`, 'good');
  else say(`More than one solution: two of them differ in ${differ.filter(Boolean).length} cells, marked with both digits (${guesses}).`);
};
$('count').onclick = async () => {
  const found = await work('Counting', { ask: 'count', sheet: sheet(), most: MOST });
  if (found) say(`${found.complete ? '' : 'At least '}${found.count.toLocaleString('en')} ${found.count === 1 ? 'solution' : 'solutions'} (${found.time}).`, found.count === 1 ? 'good' : '');
};
$('candidates').onchange = () => { forget(); show(); check(); };
const LEVELS = ['singles', 'pairs and totals', 'fish and wings', 'chains', 'guesses'];
$('rate').onclick = async () => {
  const found = await work('Rating', { ask: 'rate', sheet: sheet(), nodes: LIVE_NODES });
  if (found) say(`Difficulty ${found.level + 1} of 5, ${LEVELS[found.level]}. ${found.rating} (${found.time}).`);
};

/** Shows the position before a step, and what the step does. */
async function explain(to) {
  if (!path) {
    const found = await work('Looking for steps', { ask: 'explain', sheet: sheet() });
    if (!found) return;
    forget();
    path = found;
    const { steps, end } = found;
    say(`${steps.length} steps${end === 'solved' ? ' to the solution' : end === 'stuck' ? ', then only guesses help' : `; ${end}`} (${found.time}).`, end === 'solved' ? 'good' : '');
    to = to === Infinity ? to : 0;
  }
  at = Math.max(0, Math.min(to, path.steps.length));
  path.open = [...path.start];
  shown = { digits: [], colors: [] };
  for (const { place, changes } of path.steps.slice(0, at)) {
    for (const [cell, open] of changes) path.open[cell] = open;
    if (place) shown.digits[place[0]] = place[1];
  }
  const step = path.steps[at];
  if (step) {
    const paint = (cells, color) => cells.forEach((cell) => { shown.colors[cell] = color; });
    step.houses.forEach((cells) => paint(cells, 'house'));
    step.rules.forEach(({ cells }) => paint(cells, 'house'));
    paint(step.cells, 'pattern');
    if (step.place) paint([step.place[0]], 'placed');
  }
  $('explanation').textContent = step ? `${step.text[0].toUpperCase()}${step.text.slice(1)}.` : path.end === 'solved' ? 'Solved.' : `The end: ${path.end}.`;
  show();
}
$('next').onclick = () => explain(path ? at + 1 : 0);
$('back').onclick = () => explain(at - 1);
$('first').onclick = () => explain(0);
$('last').onclick = () => explain(Infinity);

// Rules, new puzzles.
$('tool').append(...Object.entries(TOOLS).map(([name, { label }]) => new Option(label, name)));
$('tool').onchange = () => {
  const tool = TOOLS[$('tool').value];
  $('number').hidden = $('number-label').hidden = !tool.number;
  $('number-label').textContent = tool.number ?? '';
  $('number').value = tool.from ?? '';
  $('wrong').textContent = '';
  sums();
};
$('number').onkeydown = (event) => { if (event.key === 'Enter') add(); else if (event.key === 'Escape') look(); };
$('number').oninput = sums;
$('add').onclick = add;
$('global').append(...Object.entries(GLOBAL).map(([line, name]) => {
  const label = document.createElement('label'), box = document.createElement('input');
  [box.type, box.value] = ['checkbox', line];
  box.onchange = () => {
    if (!box.checked) change({ ...puzzle, rules: puzzle.rules.filter((other) => other !== line) });
    else if (!addLine(line)) box.checked = false;
  };
  label.append(box, ` ${name}`);
  return label;
}));
$('write').onsubmit = (event) => {
  event.preventDefault();
  const line = $('line').value.trim();
  if (line && addLine(line)) $('line').value = '';
};
$('empty').onclick = () => change(parse(`board ${$('size').value}`));
async function generate(more) {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  const board = parse(`board ${$('size').value}`);
  board.rules = puzzle.rules.filter((line) => GLOBAL[line]);
  const level = $('level').value === '' ? null : Number($('level').value);
  const found = await work('Making a puzzle', { ask: 'generate', sheet: format(board).text, seed, level, nodes: LIVE_NODES, ...more });
  if (found) change(parse(found.sheet));
}
$('clues').onclick = () => generate({ symmetry: 'half-turn' });
$('killer').onclick = () => generate({ cages: 5 });

// In and out.
async function load(text) {
  let read = text.trim();
  try {
    const own = read.match(/#p=([\w-]+)/);
    if (own) read = await meanwhile(unpack(own[1]));
  } catch {
    return refuse('The link holds no puzzle; is all of it there?');
  }
  const found = ask({ ask: 'read', text: read });
  if (found.error) return refuse(found.error.message);
  $('unread').textContent = '';
  change(parse(found.sheet));
  return true;
}
function refuse(message) {
  $('unread').textContent = message;
  return false;
}
$('load').onclick = () => load($('paste').value);
async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied.`);
  } catch {
    $('paste').value = text;
    $('paste').select();
    say(`${what}: copy it from the box under Paste.`);
  }
}
$('link').onclick = async () => copy(`${location.href.replace(/#.*/, '')}#p=${await meanwhile(pack(sheet()))}`, 'Link');
$('text').onclick = () => copy(sheet(), 'Text');
function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
/** The puzzle as a picture of its own. */
function picture(theme) {
  const digits = fills.map((digit) => digit ?? 0);
  const { svg, error } = ask({ ask: 'draw', sheet: sheet(), theme, digits });
  if (error) say(error.message, 'bad');
  return svg;
}
$('svg').onclick = () => { const svg = picture('light'); if (svg) save(new Blob([svg], { type: 'image/svg+xml' }), 'sudoku.svg'); };
$('png').onclick = async () => {
  const svg = picture('light');
  if (!svg) return;
  const [, , width, height] = svg.match(/viewBox="([^"]*)"/)[1].split(' ').map(Number);
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg.replace('<svg ', `<svg width="${width}" height="${height}" `)], { type: 'image/svg+xml' }));
  await image.decode();
  URL.revokeObjectURL(image.src);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * 1.5, height * 1.5];
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => save(blob, 'sudoku.png'));
};
$('keep').onclick = () => {
  const svg = picture('print');
  if (svg) kept.push(svg);
  $('kept').textContent = `${kept.length} kept`;
};
$('print').onclick = () => print();
addEventListener('beforeprint', () => {
  const pictures = kept.length ? kept : [picture('print') ?? ''];
  $('tray').innerHTML = pictures.join('');
  $('tray').style.setProperty('--across', pictures.length > 1 ? 2 : 1);
});
addEventListener('afterprint', () => {
  kept = [];
  $('kept').textContent = '';
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { examine(); hang(view.svg, ...size(puzzle)); show(); });

module = await compile('sudoku.wasm');
ask = await engine(module);
hire();
adopt(puzzle);
$('tool').onchange();
$('words').append(...view.words.map((word) => new Option(word)));
if (location.hash.startsWith('#p=')) {
  const read = await load(location.hash);
  if (!read) say($('unread').textContent, 'bad');
  past = [];
  show();
}
addEventListener('hashchange', () => load(location.hash));
navigator.serviceWorker?.register('sw.js');
document.documentElement.dataset.ready = 'yes';
