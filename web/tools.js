// What can be drawn on cells: each tool makes a line of a sheet.

const list = (word) => (cells) => `${word} ${cells.join(' ')}`;
const numbered = (word) => (cells, number) => `${word} ${number} ${cells.join(' ')}`;

/**
 * label, the number it wants and what that is at first, the least number of cells, its line,
 * whether one cell stands for a cage that is there, and how the line begins that all of a kind
 * share; clues outside see their cells in order
 */
export const TOOLS = {
  cage: { label: 'Cage with a total', number: 'Total', from: '', least: 1, cage: true, line: numbered('cage') },
  sum: { label: 'Cage, digits may repeat', number: 'Total', from: '', least: 1, cage: true, line: numbered('sum-cage') },
  thermometer: { label: 'Thermometer', least: 2, line: list('thermometer') },
  arrow: { label: 'Arrow, circle first', least: 2, line: ([circle, ...shaft]) => `arrow ${circle} / ${shaft.join(' ')}` },
  whisper: { label: 'Whisper', number: 'Difference', from: '5', least: 2, line: numbered('whisper') },
  renban: { label: 'Renban', least: 2, line: list('renban') },
  palindrome: { label: 'Palindrome', least: 2, line: list('palindrome') },
  between: { label: 'Between line', least: 3, line: list('between') },
  zipper: { label: 'Zipper', least: 3, line: list('zipper') },
  modular: { label: 'Modular line', number: 'Modulus', from: '3', least: 2, line: numbered('modular') },
  entropic: { label: 'Entropic line', least: 3, line: list('entropic') },
  difference: { label: 'White dot', number: 'Difference', from: '1', least: 2, line: numbered('difference') },
  ratio: { label: 'Black dot', number: 'Ratio', from: '2', least: 2, line: numbered('ratio') },
  pair: { label: 'X, V or another sum of two', number: 'Total', from: '10', least: 2, line: numbered('pair-sum') },
  greater: { label: 'Greater than', least: 2, line: list('greater-than') },
  even: { label: 'Only these digits', number: 'Digits', from: '2,4,6,8', least: 1, line: numbered('pencil-marks') },
  sandwich: { label: 'Outside: sandwich', number: 'Total', from: '', least: 2, line: numbered('sandwich') },
  xsum: { label: 'Outside: X-sum', number: 'Total', from: '', least: 2, line: numbered('x-sum') },
  skyscraper: { label: 'Outside: skyscraper', number: 'Buildings', from: '', least: 2, line: numbered('skyscraper') },
  hidden: { label: 'Outside: hidden skyscraper', number: 'Digit', from: '', least: 2, line: numbered('hidden-skyscraper') },
  room: { label: 'Outside: numbered room', number: 'Digit', from: '', least: 2, line: numbered('numbered-room') },
  little: { label: 'Outside: little killer', number: 'Total', from: '', least: 1, line: numbered('little-killer') },
  rising: { label: 'Outside: rossini, rising inwards', least: 2, line: list('rossini rising') },
  falling: { label: 'Outside: rossini, falling inwards', least: 2, line: list('rossini falling') },
  rank: {
    label: 'Outside: full rank', number: 'Rank', from: '', least: 2,
    line: (cells, number) => `/ ${number} ${cells.join(' ')}`, joins: 'full-rank only-unclued',
  },
  region: { label: 'Extra region', least: 2, line: list('region') },
  jigsaw: { label: 'Jigsaw region', least: 1 },
  dominoes: { label: 'Dominoes: cells without one', least: 1, line: (cells) => `dominoes ${cells.join(' ')} /` },
};

/** Rules of the whole board, by their lines. */
export const GLOBAL = {
  diagonals: 'Diagonals',
  windoku: 'Windoku',
  'apart knight': 'Anti-knight',
  'apart king': 'Anti-king',
  'disjoint-groups': 'Disjoint groups',
  'no-boxes': 'No boxes',
};
