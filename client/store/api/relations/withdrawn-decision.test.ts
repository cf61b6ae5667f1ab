import { expect, it } from 'vitest';
import { notificationsApi } from '#client/store/api/notifications/notifications-api.ts';
import { makeStore } from '#client/store/make-store.ts';
import { fakeApi, installBrowserParts, makePerson, signedIn } from '#client/test-support.tsx';
import { waitFor } from '#tests/support/wait-for.ts';
import { relationsApi } from './relations-api.ts';

installBrowserParts();

it('a decision that failed and was withdrawn meanwhile has not failed any more', async () => {
  const answer = Promise.withResolvers<object>();
  const api = fakeApi().on('POST request/interested/ana', () => answer.promise);
  const store = makeStore(signedIn());
  const person = makePerson({ _id: 'ana' });
  const { initiate } = relationsApi.endpoints.relate;
  const decision = store.dispatch(initiate({ action: 'interested', person }, { track: false }));
  const withdrawal = store.dispatch(initiate({ action: 'withdraw', person }, { track: false }));
  await waitFor(() => expect(api.calls).toHaveLength(1));
  answer.resolve({ status: 503, body: { code: 'unavailable', message: 'Not now.' } });
  await Promise.all([decision, withdrawal]);
  await waitFor(() => expect(store.getState().steps.ana?.current).toBeUndefined());
  expect(store.getState().steps.ana?.failure).toBeUndefined();
});

it('rows that could not be marked as read are unread again, also after a new one came first', async () => {
  const row = (_id: string) => ({ _id, kind: 'request', count: 1, createdAt: '', readAt: null });
  const list = (...ids: string[]) => ({
    body: { items: ids.map(row), nextCursor: null, unread: ids.length, unreadOf: {} },
  });
  const answer = Promise.withResolvers<object>();
  const api = fakeApi()
    .on('GET notifications', list('old'))
    .on('POST notifications/read', () => answer.promise);
  const store = makeStore(signedIn());
  const { notifications, readNotifications } = notificationsApi.endpoints;
  await store.dispatch(notifications.initiate(undefined));
  const marking = store.dispatch(readNotifications.initiate(['old']));
  await waitFor(() => expect(api.count('POST notifications/read')).toBe(1));
  store.dispatch(
    notificationsApi.util.updateQueryData('notifications', undefined, ({ pages }) => {
      pages[0]?.items.unshift({ ...row('new'), readAt: '2026-01-01T00:00:00.000Z' } as never);
    }),
  );
  api.on('GET notifications', () => new Promise(() => undefined));
  answer.resolve({ status: 503, body: { code: 'unavailable', message: 'Not now.' } });
  await marking;
  await waitFor(() => {
    const items = notifications.select(undefined)(store.getState()).data?.pages[0]?.items ?? [];
    expect(items.map(({ _id, readAt }) => [_id, readAt])).toEqual([
      ['new', '2026-01-01T00:00:00.000Z'],
      ['old', null],
    ]);
  });
});
