// Caches the page and the files that it starts with, so that the product opens without a network and says so. Nothing
// personal is cached: no call below /api, and of the pages only the one without a screen. The build
// (client/build/service-worker.ts) writes `kept` in front of this program and the whole into /sw.js.

interface Kept {
  /** The name of this build, from a hash of its files. */
  readonly version: string;
  /** The file that the page of this build starts with. */
  readonly entry: string;
  readonly files: readonly string[];
}

declare const self: ServiceWorkerGlobalScope;
declare const kept: Kept;

const prefix = 'dotcode-shell-';
const cacheName = prefix + kept.version;
/** The page without a screen: `/` itself is the pre-rendered landing page. */
const page = '/index.html';
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
    // Fail the installation: the browser tries again later. An incomplete cache would break the page.
    await caches.delete(cacheName);
    throw error;
  }
  // Open pages of the older build load their files over the network: the server keeps the previous build.
  await self.skipWaiting();
}

/** Requested without cookies, so that the cached page holds nothing of a user. */
async function keepPage(cache: Cache): Promise<void> {
  const response = await fetch(page, { credentials: 'omit', cache: 'no-cache' });
  if (!mayKeep(response)) throw new TypeError(`The page may not be kept: ${response.status}`);
  // During a deployment to several servers, the page can come from another build than this worker.
  if (!(await response.clone().text()).includes(kept.entry)) throw new TypeError('The page is of another build.');
  await cache.put(page, response);
}

async function keep(cache: Cache, path: string): Promise<void> {
  // The HTTP cache has most of these files already, from the page that registered this worker.
  const response = await fetch(path, { credentials: 'omit' });
  if (!mayKeep(response)) throw new TypeError(`${path} may not be kept: ${response.status}`);
  await cache.put(path, response);
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((n) => caches.delete(n)));
  // Navigation preload: the request for a page does not wait until this worker has started.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** Pages always come from the network. Offline, the cached page is served, and the client says that it is offline. */
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

/** Files with a content hash in their name never change, so the cache comes first. Others are cached on first use. */
async function hashedFile(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(cacheName);
  const found = await cache.match(event.request, { ignoreVary: true });
  if (found) return found;
  const response = await fetch(event.request);
  // On a full device the file is served but not cached.
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
