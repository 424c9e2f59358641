// A puzzle as the page has it: what the lines of a sheet say, those of rules as they are.

const isSign = (sign) => /[0-9a-z]/i.test(sign);

/** { board: [line], jigsaw: [region] or null, givens: [digit or 0], rules: [line] } */
export function parse(text) {
  const puzzle = { board: [], jigsaw: null, givens: null, rules: [] };
  for (const line of text.split('\n').map((line) => line.replace(/#.*/, '').trim()).filter(Boolean)) {
    const [word, ...rest] = line.split(/\s+/);
    const signs = [...rest.join('')];
    if (['board', 'digits', 'boxes'].includes(word)) puzzle.board.push(line);
    else if (word === 'jigsaw') puzzle.jigsaw = signs.map((sign) => parseInt(sign, 36));
    else if (word === 'givens') puzzle.givens = signs.map((sign) => (isSign(sign) ? parseInt(sign, 36) : null));
    else puzzle.rules.push(line);
  }
  const [rows, columns] = size(puzzle);
  puzzle.givens ??= Array(rows * columns).fill(null);
  return puzzle;
}

export function size(puzzle) {
  return puzzle.board[0].match(/\d+/g).map(Number);
}

export const sign = (digit) => digit.toString(36).toUpperCase();

const rowsOf = (puzzle, signs) => {
  const [, columns] = size(puzzle);
  return signs.map((text, k) => (k % columns ? '' : ' ') + text).join('');
};

/** The sheet, and the number of the line of its first rule. */
export function format(puzzle, givens = puzzle.givens) {
  const lines = [...puzzle.board];
  if (puzzle.jigsaw) lines.push('jigsaw' + rowsOf(puzzle, puzzle.jigsaw.map((region) => region.toString(36))));
  const first = lines.length + 1;
  lines.push(...puzzle.rules);
  // Behind the rules: of a given that breaks one, the given is wrong.
  if (givens.some((digit) => digit != null)) {
    lines.push('givens' + rowsOf(puzzle, givens.map((digit) => (digit == null ? '.' : sign(digit)))));
  }
  return { text: lines.join('\n') + '\n', first };
}

export const cellName = (puzzle, cell) => {
  const [, columns] = size(puzzle);
  return `r${Math.floor(cell / columns) + 1}c${(cell % columns) + 1}`;
};

// A link holds its sheet packed by the browser, behind the #.
export async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export async function unpack(data) {
  const bytes = Uint8Array.from(atob(data.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).text();
}
