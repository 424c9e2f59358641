// Serves the page on the loopback, as any static host does.
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript', '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json',
};

/** What lies below `root`, and below other folders under names of their own. */
export async function serve(root, others = {}) {
  const server = http.createServer(async (request, response) => {
    const path = normalize(new URL(request.url, 'http://localhost').pathname).replace(/\/$/, '/index.html');
    try {
      const other = Object.keys(others).find((name) => path.startsWith(name));
      const body = await readFile(other ? join(others[other], path.slice(other.length)) : join(root, path));
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${server.address().port}/`, close: () => server.close() };
}
