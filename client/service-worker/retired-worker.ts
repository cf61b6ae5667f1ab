// Served as /sw.js with OFFLINE=off: replaces the worker that a browser may have, deletes its caches, and unregisters
// itself. Without a file, browsers would keep the old worker, because its update cannot be loaded.

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(retire()));

async function retire(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
