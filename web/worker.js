// Answers what may take long. Whoever has enough ends this worker and starts another.
import { engine } from './engine.js';

const FIRST_NODES = 20_000;
const FIRST_GRIDS = 1_000;
const TRIES = 300;

// A search that is asked for ten times as much each time says how far it is, and takes a ninth more.
const STAGED = {
  unique(ask, request, tell) {
    for (let nodes = FIRST_NODES; ; nodes *= 10) {
      const most = Math.min(nodes, request.nodes ?? Infinity);
      const reply = ask({ ...request, nodes: most });
      if (reply.answer !== 'unknown' || most === request.nodes) return reply;
      tell(`${most.toLocaleString('en')} guesses so far`);
    }
  },
  count(ask, request, tell) {
    for (let most = FIRST_GRIDS; ; most *= 10) {
      const reply = ask({ ...request, most: Math.min(most, request.most) });
      if (reply.error || reply.complete || most >= request.most) return reply;
      tell(`more than ${most.toLocaleString('en')} so far`);
    }
  },
  // Puzzles until one is as hard as was asked for.
  generate(ask, { level, ...request }, tell) {
    for (let tries = 1; ; tries++) {
      const reply = ask({ ...request, seed: request.seed + tries });
      if (reply.error || level == null || reply.level === level) return { ...reply, tries };
      if (tries === TRIES) return { error: { message: `none of ${TRIES} puzzles was as hard as that` } };
      tell(`${tries} ${tries === 1 ? 'puzzle was' : 'puzzles were'} easier or harder`);
    }
  },
};

let ready;
onmessage = async ({ data }) => {
  if (data.module) {
    ready = engine(data.module);
    return;
  }
  const ask = await ready;
  const { id, request } = data;
  const start = performance.now();
  const tell = (progress) => postMessage({ id, progress });
  const reply = STAGED[request.ask]?.(ask, request, tell) ?? ask(request);
  postMessage({ id, reply, ms: performance.now() - start });
};
