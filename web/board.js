// The board: a grid of cells for pointers, keys and screen readers, on top of the picture of the rules.
import { sign, size } from './sheet.js';

const CELL = 100; // of the picture
const $ = (id) => document.getElementById(id);

export const digitsOf = (mask) => [...Array(26).keys()].filter((digit) => (mask >> digit) & 1);

/** New cells, and the digits to tap. */
export function build(puzzle, digits, write) {
  const [rows, columns] = size(puzzle);
  const grid = $('grid');
  grid.style.setProperty('--rows', rows);
  grid.style.setProperty('--columns', columns);
  grid.style.setProperty('--across', Math.ceil(Math.sqrt(digits.length)));
  grid.replaceChildren(...Array.from({ length: rows }, (_, row) => {
    const line = document.createElement('div');
    line.setAttribute('role', 'row');
    line.append(...Array.from({ length: columns }, (_, column) => {
      const cell = document.createElement('div');
      cell.setAttribute('role', 'gridcell');
      cell.dataset.cell = row * columns + column;
      return cell;
    }));
    return line;
  }));
  $('pad').replaceChildren(...[...digits, null].map((digit) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = digit == null ? '⌫' : sign(digit);
    if (digit == null) button.setAttribute('aria-label', 'Clear');
    button.onclick = () => write(digit);
    return button;
  }));
}

/** Puts the picture behind the grid, and the grid where the cells of the picture are. */
export function hang(svg, rows, columns) {
  $('picture').innerHTML = svg;
  const [left, top, width, height] = $('picture').firstElementChild.getAttribute('viewBox').split(' ').map(Number);
  const style = $('grid').style;
  style.setProperty('--left', `${(-100 * left) / width}%`);
  style.setProperty('--top', `${(-100 * top) / height}%`);
  style.setProperty('--width', `${(100 * CELL * columns) / width}%`);
  style.setProperty('--height', `${(100 * CELL * rows) / height}%`);
  style.setProperty('--share', (100 * CELL) / width);
}

/** Shows what is in each cell: { label, selected, focus, digit, two, mine, marks: [[digit, class]], color } */
export function fill(contents) {
  const cells = $('grid').querySelectorAll('[role=gridcell]');
  contents.forEach(({ label, selected, focus, digit, two, mine, marks, color }, k) => {
    const cell = cells[k];
    cell.setAttribute('aria-label', label);
    cell.setAttribute('aria-selected', selected);
    cell.tabIndex = focus ? 0 : -1;
    cell.className = [color, mine && 'mine', two && 'two'].filter(Boolean).join(' ');
    const box = document.createElement('span');
    if (two) box.textContent = two.map(sign).join(' ');
    else if (digit != null) box.textContent = sign(digit);
    else if (marks) {
      box.className = 'marks';
      box.append(...marks.flatMap(([digit, kind]) => {
        const mark = document.createElement('span');
        mark.textContent = digit == null ? '' : sign(digit);
        mark.className = kind;
        // A blank for those who hear it.
        return [mark, ' '];
      }));
    }
    cell.replaceChildren(box);
  });
}

/** The cell under a pointer. */
export function hit(event, rows, columns) {
  const box = $('grid').getBoundingClientRect();
  const column = Math.floor(((event.clientX - box.left) / box.width) * columns);
  const row = Math.floor(((event.clientY - box.top) / box.height) * rows);
  return row >= 0 && column >= 0 && row < rows && column < columns ? row * columns + column : null;
}
