/** What this browser can do: `home-screen` is iOS, which allows push messages to installed apps only. */
export type PushSupport = 'yes' | 'home-screen' | 'no';

export function pushSupport(): PushSupport {
  if ('Notification' in window && 'PushManager' in window && 'serviceWorker' in navigator) return 'yes';
  return 'standalone' in navigator && navigator.standalone === false ? 'home-screen' : 'no';
}

/** A worker that is never ready, as with OFFLINE=off, must not keep the switch waiting. */
const readyMs = 10_000;

async function registerWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/sw.js');
  const tooLate = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The service worker does not start.')), readyMs);
  });
  return Promise.race([navigator.serviceWorker.ready, tooLate]);
}

/**
 * Tells the service worker which messages are for this browser: those to the subscription with this id, none for '', or all.
 * The worker (client/service-worker/push-messages.ts) reads the same entry; it has no `localStorage`.
 */
export async function noteSubscription(id: string | undefined): Promise<void> {
  const cache = await caches.open('dotcode-push');
  if (id === undefined) await cache.delete('/push-subscription');
  else await cache.put('/push-subscription', new Response(id));
}

/** The subscription of this browser, whoever made it. */
export async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** A new subscription for this key. One that another account or deployment has made before is given up. */
export async function subscribeBrowser(key: string): Promise<PushSubscription> {
  const { pushManager } = await registerWorker();
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}
