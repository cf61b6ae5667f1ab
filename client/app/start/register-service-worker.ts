/**
 * Registers the service worker, with which the app opens offline (`client/service-worker`). The development server has
 * none.
 */
export function registerServiceWorker(isBuilt = import.meta.env.PROD): void {
  if (!isBuilt || navigator.serviceWorker === undefined) return;
  // Private windows and full devices refuse; the app works without it.
  navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
