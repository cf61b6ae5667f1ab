import { useEffect, useState } from 'react';
import { announce } from '#client/dom/focus/announce.ts';
import { errorMessage } from '#client/text/api-error.ts';
import type { PushSubscriptionBody } from '#shared/api/push.ts';
import { noteSubscription, ownSubscription, subscribeBrowser } from './browser-push.ts';
import { usePushKeyQuery, useSubscribePushMutation, useUnsubscribePushMutation } from './push-api.ts';

/** Push messages to this browser: whether it gets them, and the switch. Only where the browser supports them. */
export function usePush() {
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

  const isOn = query.data?.subscribed === true && hasOwn === true && permission === 'granted';
  return { query, isReady: hasOwn !== undefined, isOn, isBlocked: permission === 'denied', pending, failure, change };
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
