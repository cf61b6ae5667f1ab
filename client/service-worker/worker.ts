// Keeps the page and the files it starts with, so that the product opens without a network, and says so. Nothing of a
// person is ever kept: no call below /api, and of the pages only the one that everybody gets at `/`.
// The build (scripts/service-worker.ts) puts `kept` in front of this program and the whole into /sw.js.

interface Kept {
  /** Names this build: other contents, another name. */
  readonly version: string;
  /** The file that the page of this build starts with. */
  readonly entry: string;
  readonly files: readonly string[];
}

declare const self: ServiceWorkerGlobalScope;
declare const kept: Kept;

const prefix = 'dotcode-shell-';
const cacheName = prefix + kept.version;
const page = '/';
const hashedName = /^\/assets\/.+-[\w-]{8}\.\w+$/;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || /^\/api(\/|$)/.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(freshPage(event));
  else if (hashedName.test(pathname)) event.respondWith(hashedFile(event));
  else if (kept.files.includes(pathname)) event.respondWith(freshFile(request));
});

async function install(): Promise<void> {
  const cache = await caches.open(cacheName);
  try {
    await keepPage(cache);
    await Promise.all(kept.files.map((path) => keep(cache, path)));
  } catch (error) {
    // The browser tries again later; half a page would be worse than none.
    await caches.delete(cacheName);
    throw error;
  }
  // Pages of the older build go on: their files come over the network, where the build before is kept too.
  await self.skipWaiting();
}

/** Asked for without cookies, so that it is the page of nobody. */
async function keepPage(cache: Cache): Promise<void> {
  const response = await fetch(page, { credentials: 'omit', cache: 'no-cache' });
  if (!mayKeep(response)) throw new TypeError(`The page may not be kept: ${response.status}`);
  // While a new version spreads over several servers, the page may be of another build than this worker.
  if (!(await response.clone().text()).includes(kept.entry)) throw new TypeError('The page is of another build.');
  await cache.put(page, response);
}

async function keep(cache: Cache, path: string): Promise<void> {
  // The browser has most of them already, from the page that started this worker.
  const response = await fetch(path, { credentials: 'omit' });
  if (!mayKeep(response)) throw new TypeError(`${path} may not be kept: ${response.status}`);
  await cache.put(path, response);
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((n) => caches.delete(n)));
  // So that a navigation does not wait for this worker to start.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** A page comes from the network, always; without one, the page that was kept opens and the client says the rest. */
async function freshPage(event: FetchEvent): Promise<Response> {
  try {
    return ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
  } catch (error) {
    return fromCache(page, error);
  }
}

async function freshFile(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    return fromCache(request, error);
  }
}

/** A file whose name says its contents never changes: what is kept is right. Others are kept as they are used. */
async function hashedFile(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(cacheName);
  const found = await cache.match(event.request, { ignoreVary: true });
  if (found) return found;
  const response = await fetch(event.request);
  // Where the device is full, the file is only not kept.
  if (mayKeep(response)) event.waitUntil(cache.put(event.request, response.clone()).catch(() => undefined));
  return response;
}

async function fromCache(wanted: RequestInfo, failure: unknown): Promise<Response> {
  const found = await caches.match(wanted, { cacheName, ignoreVary: true });
  if (!found) throw failure;
  return found;
}

function mayKeep(response: Response): boolean {
  const { status, type, redirected, headers } = response;
  return status === 200 && type === 'basic' && !redirected && !/no-store/i.test(headers.get('cache-control') ?? '');
}
