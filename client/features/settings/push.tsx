import { useEffect, useState } from 'react';
import { baseApi } from '#client/api/base-api.ts';
import { useCapability } from '#client/api/capabilities.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { errorMessage } from '#client/lib/text/api-error.ts';
import { SwitchField } from '#client/ui/form/switch-field.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import type { PushKeyReply, PushState, PushSubscribed, PushSubscriptionBody } from '#shared/api/notifications.ts';
import { apiPaths } from '#shared/paths.ts';
import { WhileLoading } from './settings-card.tsx';

const label = 'Push notifications';
const what = 'They come while DotCode is not open, and say who and how many, never what was written.';

/** Whether this browser gets push messages. The permission is asked for when the switch is pressed. */
export function PushSwitch() {
  const support = pushSupport();
  if (support === 'yes') return <Supported />;
  if (support === 'home-screen')
    return (
      <Impossible>
        On an iPhone or iPad they need DotCode on the Home Screen: choose Share, then Add to Home Screen, and open it
        from there.
      </Impossible>
    );
  return <Impossible>This browser cannot show notifications while DotCode is closed.</Impossible>;
}

/** The switch, where the browser supports push messages. */
function Supported() {
  const query = usePushKeyQuery(undefined, { refetchOnMountOrArgChange: true });
  const [subscribe] = useSubscribePushMutation();
  const [unsubscribe] = useUnsubscribePushMutation();
  const permission = usePermission();
  const [hasOwn, setHasOwn] = useState<boolean>();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    ownSubscription().then(
      (found) => setHasOwn(found !== null),
      () => setHasOwn(false),
    );
  }, []);

  const turnOn = async (key: string) => {
    if ((await Notification.requestPermission()) !== 'granted') return;
    const subscription = await subscribeBrowser(key);
    try {
      const { subscription: id } = await subscribe(subscription.toJSON() as PushSubscriptionBody).unwrap();
      await noteSubscription(id);
    } catch (error) {
      await subscription.unsubscribe();
      throw error;
    }
    setHasOwn(true);
    announce('Push notifications are on');
  };

  const turnOff = async () => {
    await unsubscribe().unwrap();
    setHasOwn(false);
    await noteSubscription('');
    announce('Push notifications are off');
    // The upstream sends nothing any more; whether the browser forgets its address too makes no difference.
    await ownSubscription().then(
      (found) => found?.unsubscribe(),
      () => undefined,
    );
  };

  const change = async (on: boolean) => {
    if (query.data === undefined) return;
    setPending(true);
    setFailure(undefined);
    try {
      await (on ? turnOn(query.data.key) : turnOff());
      await query.refetch();
    } catch (error) {
      setFailure(explain(error));
    } finally {
      setPending(false);
    }
  };

  if (permission === 'denied')
    return (
      <Impossible>
        Your browser blocks notifications of this site. To allow them, open the site's settings beside the address, set
        Notifications to Allow, and come back.
      </Impossible>
    );
  const isOn = query.data?.subscribed === true && hasOwn === true && permission === 'granted';
  return (
    <>
      <WhileLoading query={query} rows={1} />
      {query.data && hasOwn !== undefined && (
        <SwitchField
          label={label}
          hint={isOn ? what : `Your browser will ask. ${what}`}
          checked={isOn}
          disabled={pending}
          onChange={(on) => void change(on)}
        />
      )}
      <ErrorLine>{failure}</ErrorLine>
    </>
  );
}

function Impossible({ children }: { children: string | string[] }) {
  return (
    <div>
      <p className="font-semibold text-small">{label}</p>
      <p className="text-muted text-small">{children}</p>
    </div>
  );
}

/**
 * Makes a change that ends all sessions of the account, and with them its push subscriptions. Where this browser had one, it
 * is stored again for the new session. The change counts as made also where that fails: the switch is off then.
 */
export function useKeptPush() {
  const isOffered = useCapability('push');
  const [loadKey] = useLazyPushKeyQuery();
  const [subscribe] = useSubscribePushMutation();
  return async (change: () => Promise<unknown>) => {
    const asked = isOffered && pushSupport() === 'yes';
    const before = asked
      ? await loadKey()
          .unwrap()
          .catch(() => undefined)
      : undefined;
    await change();
    if (!before?.subscribed) return;
    const subscription = await ownSubscription();
    if (!subscription) return;
    const stored = await subscribe(subscription.toJSON() as PushSubscriptionBody);
    if (stored.data) await noteSubscription(stored.data.subscription);
  };
}

/** Follows the browser's setting, which people change while the page is open. */
function usePermission(): NotificationPermission {
  const [permission, setPermission] = useState(Notification.permission);
  useEffect(() => {
    let status: PermissionStatus | undefined;
    const read = () => setPermission(Notification.permission);
    navigator.permissions?.query({ name: 'notifications' }).then(
      (found) => {
        status = found;
        status.onchange = read;
      },
      () => undefined,
    );
    // Safari tells of no change.
    window.addEventListener('focus', read);
    return () => {
      if (status) status.onchange = null;
      window.removeEventListener('focus', read);
    };
  }, []);
  return permission;
}

/** Errors of the browser are not written for people. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return `That was not saved. ${errorMessage(error)}`;
  return 'Your browser could not reach its push service. Private windows cannot; otherwise please try again later.';
}

/** Whether this browser shows push messages; `home-screen` is iOS, which allows them to installed apps only. */
function pushSupport(): 'yes' | 'home-screen' | 'no' {
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
 * Tells the service worker which messages are for this browser: those to the subscription with this id, none for ''.
 * The worker (client/service-worker/push-messages.ts) reads the same entry; it has no `localStorage`.
 */
async function noteSubscription(id: string): Promise<void> {
  const cache = await caches.open('dotcode-push');
  await cache.put('/push-subscription', new Response(id));
}

/** The subscription of this browser, whoever made it. */
async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** A new subscription for this key. One that another account or deployment has made before is given up. */
async function subscribeBrowser(key: string): Promise<PushSubscription> {
  const { pushManager } = await registerWorker();
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** With the capability `push`. */
const pushApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    pushKey: build.query<PushKeyReply, void>({ query: () => apiPaths.pushKey }),
    subscribePush: build.mutation<PushSubscribed, PushSubscriptionBody>({
      query: (body) => ({ url: apiPaths.pushSubscription, method: 'POST', body }),
    }),
    unsubscribePush: build.mutation<PushState, void>({
      query: () => ({ url: apiPaths.pushSubscription, method: 'DELETE' }),
    }),
  }),
});

export const { usePushKeyQuery, useLazyPushKeyQuery, useSubscribePushMutation, useUnsubscribePushMutation } = pushApi;
