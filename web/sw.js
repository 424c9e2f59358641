// Keeps the page for those without a network: what was fetched last is kept, and given when fetching fails.
const KEPT = 'sudoku-workshop';
const FILES = ['./', 'style.css', 'app.js', 'board.js', 'engine.js', 'sheet.js', 'tools.js', 'worker.js', 'sudoku.wasm', 'icon.svg', 'manifest.webmanifest'];

addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (event.request.method === 'GET') event.respondWith(answer(event.request));
});

async function answer(request) {
  const cache = await caches.open(KEPT);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
