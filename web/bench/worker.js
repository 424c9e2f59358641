// One of the two solvers: answers whether a puzzle has none, one or many solutions, and says how long it took.
const start = {
  async page() {
    const { compile, engine } = await import('/engine.js');
    const ask = await engine(await compile('/sudoku.wasm'));
    return ({ sheet }) => ask({ ask: 'unique', sheet }).answer;
  },
  async iss() {
    self.VERSION_PARAM = '';
    const { SimpleSolver } = await import('/iss/js/sandbox/simple_solver.js');
    const solver = new SimpleSolver();
    return ({ iss }) => ['none', 'one', 'many'][solver.countSolutions(iss, 2)];
  },
};
const SHORT = 5;
const solver = start[new URLSearchParams(location.search).get('solver')]();
onmessage = async ({ data }) => {
  const solve = await solver;
  const begin = performance.now();
  try {
    // The clock of a browser is coarse: what is short is asked again and again.
    let answer, ms, times = 0;
    do {
      answer = solve(data);
      times++;
      ms = performance.now() - begin;
    } while (ms < SHORT);
    postMessage({ ms: ms / times, answer });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
