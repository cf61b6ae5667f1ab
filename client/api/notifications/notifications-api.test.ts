import { expect, it } from 'vitest';
import { notificationsApi } from '#client/api/notifications/notifications-api.ts';
import { makeStore } from '#client/state/make-store.ts';
import { fakeApi } from '#client/test-api.ts';
import { signedIn } from '#client/test-support.tsx';
import { waitFor } from '#tests/support/wait-for.ts';

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
