/** Long enough for the screen and its calls, which come first. */
const afterMs = 3000;

/**
 * Has the browser keep what opens without a network (`client/service-worker`), once the page has nothing better to do.
 * The development server has no such program. Returns how to call it off.
 */
export function registerServiceWorker(isBuilt = import.meta.env.PROD): () => void {
  if (!isBuilt || navigator.serviceWorker === undefined) return () => undefined;
  const register = () => {
    // Private windows and full devices refuse: everything else works as before.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  };
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(register, { timeout: afterMs });
    else register();
  }, afterMs);
  return () => clearTimeout(timer);
}
