// Prints the brotli size of every built chunk. Sizes are kB of 1000 bytes. Fails when a budget is missed and "Missed budgets" of
// docs/performance.md does not say so.
// Before it is interactive, a page loads the theme, the entry with its static imports, and its screen.
import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

interface Chunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

const build = 'dist/client';
const manifestFile = `${build}/.vite/manifest.json`;
if (!existsSync(manifestFile)) throw new Error('There is no build: run `npm run build` first.');
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Chunk>;
const budgets = { 'landing/landing-page': 130, 'auth/login-page': 130, route: 10, chat: 25, css: 16 };
const told = /^## Missed budgets\n([\s\S]*?)(?=^## )/m.exec(readFileSync('docs/performance.md', 'utf8'))?.[1] ?? '';
let untold = 0;

const entry = Object.entries(manifest).find(([, chunk]) => chunk.isEntry)?.[0];
if (entry === undefined) throw new Error('The build has no entry.');
const startKey = keyOf('app/start/start-app');
const shell = closure([entry, startKey]);
const pages = Object.keys(manifest).filter((key) => /features\/.*-page\.tsx$/.test(manifest[key]?.src ?? ''));

for (const page of ['landing/landing-page', 'auth/login-page'] as const) {
  const key = keyOf(`features/${page}`);
  const files = ['theme.js', 'early-press.js', ...filesOf(closure([entry, startKey, key]))];
  report(`JS before /${page.split('/')[0]} is interactive`, total(files), budgets[page]);
}
for (const key of pages) {
  const chunk = manifest[key];
  const own = [...closure([key])].filter((k) => !shell.has(k) && isOnlyFor(key, k));
  report(`route ${chunk?.src?.replace(/^.*features\//, '')}`, total(filesOf(own)), budgets.route);
}
const sharedByScreens = new Set(pages.flatMap((key) => [...closure([key])]).filter((key) => !shell.has(key)));
for (const key of pages) for (const k of closure([key])) if (isOnlyFor(key, k)) sharedByScreens.delete(k);
console.log(`  ${total(filesOf(sharedByScreens)).toFixed(1).padStart(6)} kB, once, of what several screens share`);
const startCss = [...shell].flatMap((key) => manifest[key]?.css ?? []);
report('CSS before first paint', total(startCss), budgets.css);
const laterCss = Object.values(manifest).flatMap((chunk) => chunk.css ?? []);
console.log(
  `  ${total([...new Set(laterCss)].filter((file) => !startCss.includes(file)))
    .toFixed(1)
    .padStart(6)} kB of CSS after it`,
);
const live = Object.keys(manifest).filter((key) => /store\/(events|outbox)\//.test(key));
const chat = new Set(
  [keyOf('features/chat/chat-page'), keyOf('store/events/connection'), ...live]
    .flatMap((key) => [...closure([key])])
    .filter((key) => !shell.has(key)),
);
for (const key of sharedByScreens) chat.delete(key);
report('chat with its live connection', total(filesOf(chat)), budgets.chat);
process.exitCode = untold === 0 ? 0 : 1;

function keyOf(page: string): string {
  const key = Object.keys(manifest).find((k) => k.includes(page));
  if (key === undefined) throw new Error(`The build has no chunk for ${page}.`);
  return key;
}

/** Whether no other screen loads this chunk. Chunks that several screens share are counted once, below. */
function isOnlyFor(page: string, chunk: string): boolean {
  return pages.every((other) => other === page || !closure([other]).has(chunk));
}

/** The given chunks with their static imports, transitively. */
function closure(keys: string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of manifest[key]?.imports ?? []) visit(next);
  };
  keys.forEach(visit);
  return seen;
}

function filesOf(keys: Iterable<string>): string[] {
  return [...keys].map((key) => manifest[key]?.file ?? '').filter((file) => file.endsWith('.js'));
}

function total(files: string[]): number {
  return files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(`${build}/${file}`)).length, 0) / 1000;
}

function report(name: string, size: number, budget: number): void {
  const fits = size <= budget;
  if (!fits && !told.includes(`| ${name} | ${budget} kB |`)) untold += 1;
  console.log(`${fits ? '  ' : '! '}${size.toFixed(1).padStart(6)} kB of ${budget} kB  ${name}`);
}
