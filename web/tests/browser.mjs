// Debian's Chromium with the page, and what tests do with both.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after } from 'node:test';
import { chromium } from 'playwright-core';
import { serve } from './serve.mjs';

const SHOTS = process.env.SHOTS; // a folder for pictures, for those who want to look
if (SHOTS) mkdirSync(SHOTS, { recursive: true });

export const CLASSIC = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
export const server = await serve(new URL('..', import.meta.url).pathname);
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'],
});
after(async () => {
  await browser.close();
  server.close();
});

/** A page of its own; what goes wrong in it fails the test. */
export async function open(test, { hash = '', ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(Number(process.env.PATIENCE ?? 120_000));
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && page.faults.push(message.text()));
  test.after(async () => {
    await context.close();
    assert.deepEqual(page.faults, []);
  });
  await page.goto(server.url + hash);
  await ready(page);
  return page;
}
export const ready = (page) => page.waitForFunction(() => document.documentElement.dataset.ready);

const settled = () => document.getElementById('live').ariaBusy !== 'true';
/** Waits until the answer says something: the last word on what stands on the board, or how far it is, with `…`. */
export async function answer(page, pattern) {
  await page.waitForFunction((source) => {
    const live = document.getElementById('live');
    return new RegExp(source).test(live.textContent) && (source.includes('…') || live.ariaBusy !== 'true');
  }, pattern.source);
  return page.textContent('#live');
}
/** Takes a text or link, and waits until the page has read it and says what it thinks of it. */
export async function load(page, text) {
  await page.fill('#paste', text);
  await page.click('#load');
  await page.waitForFunction(settled);
}
export const label = (page, cell) => page.getAttribute(`[data-cell="${cell}"]`, 'aria-label');
export const lines = (page) => page.$$eval('#lines li > span', (items) => items.map((item) => item.firstChild.textContent));
export async function shot(page, name, options) {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, ...options });
}
