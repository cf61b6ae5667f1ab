import { whenQuiet } from '#client/dom/frames.tsx';

/**
 * Registers the service worker, with which the app opens offline (`client/service-worker`), when the browser is idle. The
 * development server has none. Returns how to cancel it.
 */
export function registerServiceWorker(isBuilt = import.meta.env.PROD): () => void {
  if (!isBuilt || navigator.serviceWorker === undefined) return () => undefined;
  const register = () => {
    // Private windows and full devices refuse; the app works without it.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  };
  return whenQuiet(register);
}
