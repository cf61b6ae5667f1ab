// Shows push messages, and leads to what they tell of. The build puts this behind worker.ts in /sw.js.

declare const self: ServiceWorkerGlobalScope;
declare const kept: { readonly paths: readonly string[] };

/** As `PushPayload` in shared/api/notifications.ts. */
interface Message {
  /** Missing in messages of older versions. */
  readonly to?: string;
  readonly tag: string;
  readonly title: string;
  readonly line: string;
  readonly path: string;
  readonly at: number;
}

/** Missing in TypeScript's library. */
interface SubscriptionChange extends ExtendableEvent {
  readonly newSubscription: PushSubscription | null;
}

self.addEventListener('push', (event) => event.waitUntil(receive(messageIn(event.data))));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(knownPath((event.notification.data as { path?: unknown } | null)?.path)));
});
self.addEventListener('pushsubscriptionchange', (event) => {
  (event as ExtendableEvent).waitUntil(subscribeAgain(event as SubscriptionChange));
});
self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (origin !== self.location.origin) return;
  const peer = /^\/api\/chat\/([\w-]+)$/.exec(pathname)?.[1];
  if (method === 'GET' && peer !== undefined) event.waitUntil(close({ tag: `message:${peer}` }));
  if (method === 'POST' && pathname === '/api/signout') event.respondWith(signOut(event));
});

/** Browsers want something shown for every message, also for one that this version cannot read. */
function messageIn(data: PushMessageData | null): Message {
  try {
    const message = data?.json() as Message | undefined;
    if (message && [message.tag, message.title, message.line].every((text) => typeof text === 'string')) return message;
  } catch {
    // Not JSON.
  }
  return { tag: 'news', title: 'DotCode', line: 'There is something new.', path: '/feed', at: Date.now() };
}

/**
 * A message can be on its way while the user signs out, or another account subscribes: it is for nobody here. Browsers may
 * then say by themselves that there was a message.
 */
async function receive(message: Message): Promise<void> {
  const own = await notedSubscription();
  const isForThis = own === undefined || (own !== '' && (message.to === undefined || message.to === own));
  if (isForThis) await show(message);
}

const notes = 'dotcode-push';
const noted = '/push-subscription';

/** The id that `noteSubscription` has stored: '' after signing out; undefined where an older version subscribed. */
async function notedSubscription(): Promise<string | undefined> {
  return (await caches.match(noted, { cacheName: notes }))?.text();
}

async function note(id: string): Promise<void> {
  await (await caches.open(notes)).put(noted, new Response(id));
}

async function show({ tag, title, line, path, at }: Message): Promise<void> {
  await self.registration.showNotification(title, {
    body: line,
    tag,
    // A newer message of the same conversation is heard too. TypeScript's library lacks both of these.
    ...{ renotify: true, timestamp: at },
    icon: '/icon-192.png',
    data: { path },
  });
}

/** A path of one of the client's screens; anything else leads to the first screen. */
function knownPath(path: unknown): string {
  const url = typeof path === 'string' ? new URL(path, self.location.origin) : undefined;
  if (url?.origin !== self.location.origin) return '/feed';
  const segments = url.pathname.split('/');
  const isKnown = kept.paths.some((known) => {
    const parts = known.split('/');
    return parts.length === segments.length && parts.every((part, i) => part.startsWith(':') || part === segments[i]);
  });
  return isKnown ? url.pathname + url.search : '/feed';
}

/** A window that shows another screen is left alone: somebody may be writing there. */
async function open(path: string): Promise<void> {
  const { href } = new URL(path, self.location.origin);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ url }) => url === href);
  await (there ? there.focus() : self.clients.openWindow(href));
}

async function close(filter: GetNotificationOptions = {}): Promise<void> {
  for (const shown of await self.registration.getNotifications(filter)) shown.close();
}

/** The next person at this browser sees nothing of the last one. The server forgets the subscription with the session. */
async function signOut(event: FetchEvent): Promise<Response> {
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(forget());
  return response;
}

async function forget(): Promise<void> {
  await note('');
  await close();
  const subscription = await self.registration.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/** The browser has replaced the subscription. A session without one, as after a login, gets none. */
async function subscribeAgain({ newSubscription }: SubscriptionChange): Promise<void> {
  const reply = await fetch('/api/push/key');
  if (!reply.ok) return;
  const { key, subscribed } = (await reply.json()) as { key: string; subscribed: boolean };
  if (!subscribed) return;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(options));
  const stored = await fetch('/api/push/subscription', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(subscription),
  });
  const { subscription: id } = stored.ok ? ((await stored.json()) as { subscription?: string }) : {};
  if (id !== undefined) await note(id);
}
