// What /sw.js is with OFFLINE=off: it takes the place of the worker that a browser may have, removes what that kept,
// and then itself. A missing file would not do: browsers keep the worker they have when its program cannot be loaded.

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(retire()));

async function retire(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
