// `node unique.mjs CHECKOUT SECONDS REPEAT` proves the puzzles of files unique, whose names come line
// by line on stdin, with the Interactive Sudoku Solver of a checkout: its parser, builder and engine
// in this process, without a worker. The lines are those of `src/main.rs`, with guesses for nodes.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [checkout, seconds, repeat] = process.argv.slice(2);

// What the modules expect of a worker.
globalThis.self = globalThis;
globalThis.VERSION_PARAM = "";

const load = (path) => import(pathToFileURL(resolve(checkout, "js", path)).href);
const { SudokuParser } = await load("sudoku_parser.js");
const { SudokuBuilder } = await load("solver/sudoku_builder.js");

class OverTime extends Error {}

function prove(text) {
  const start = performance.now();
  const rules = SudokuParser.parseText(text);
  const solver = SudokuBuilder.build(SudokuBuilder.resolveConstraint(rules));
  // Asked every 128 steps of the search.
  solver.setProgressCallback(() => {
    if (performance.now() - start > 1000 * seconds) throw new OverTime();
  }, 7);
  let word = "limit";
  let digits = [];
  try {
    const first = solver.nthSolution(0);
    word = !first ? "none" : solver.nthSolution(1) ? "many" : "one";
    if (word === "one") digits = Array.from(first);
  } catch (error) {
    if (!(error instanceof OverTime)) throw error;
  }
  const ms = performance.now() - start;
  return { ms, line: [word, ms.toFixed(4), solver.state().counters.guesses, digits].join("\t") };
}

for await (const file of createInterface({ input: process.stdin })) {
  const text = readFileSync(file, "utf8");
  let best = { ms: Infinity, line: "cannot\t0\t0\t" };
  try {
    let sum = 0;
    for (let round = 0; round < repeat && sum < 500; round++) {
      const found = prove(text);
      if (found.ms < best.ms) best = found;
      sum += found.ms;
    }
  } catch (error) {
    console.error(`${file}: ${error}`);
  }
  console.log(best.line);
}
