import { expect, it, vi } from 'vitest';
import { keepPicture, keptPicture } from '#client/lib/device/stored-pictures.ts';
import type { LiveSocket } from '#client/live/live-context.ts';
import { enqueue, outboxItems, removeOutboxItem } from '#client/live/outbox.ts';
import { forgetPictures, uploadPictures } from '#client/live/send-pictures.ts';
import type { AppStore } from '#client/state/make-store.ts';

const picture = (id: string) => ({ id, width: 40, height: 30 });
const failure = (status: number, message: string) => ({ error: { code: 'internal', status, message } });

/** A store whose only call is an upload with these answers. */
function partsWith(...answers: object[]) {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:preview' }));
  const abort = vi.fn();
  const dispatch = vi.fn(() => Object.assign(Promise.resolve(answers.shift()), { abort }));
  return {
    parts: { store: { dispatch } as unknown as AppStore, socket: {} as LiveSocket, userId: 'me' },
    dispatch,
    abort,
  };
}

async function waiting(...ids: string[]) {
  for (const id of ids) await keepPicture('me', id, new Blob([id], { type: 'image/png' }));
  return enqueue('me', { peerId: 'ana', text: '', after: null, pictures: ids.map(picture) });
}

it('uploads each picture once: after a failure it goes on behind the last one that was taken', async () => {
  const item = await waiting('one', 'two');
  const first = partsWith({ data: { url: '/1' } }, failure(0, 'offline'));
  expect(await uploadPictures(first.parts, item)).toEqual({ outcome: 'disconnected' });
  const kept = outboxItems('me')[0];
  expect(kept?.pictures?.map(({ url }) => url)).toEqual(['/1', undefined]);
  const second = partsWith({ data: { url: '/2' } });
  const done = await uploadPictures(second.parts, kept ?? item);
  expect(done).toMatchObject({ pictures: [{ url: '/1' }, { url: '/2' }] });
  expect(second.dispatch).toHaveBeenCalledTimes(1);
  await forgetPictures(item);
  expect(await keptPicture('one')).toBeUndefined();
});

it('says why the upstream takes a picture never, or not now', async () => {
  const item = await waiting('three');
  expect(await uploadPictures(partsWith(failure(415, 'No picture.')).parts, item)).toEqual({
    outcome: 'refused',
    reason: 'No picture.',
  });
  expect(await uploadPictures(partsWith(failure(429, 'Slowly.')).parts, item)).toEqual({ outcome: 'later' });
});

it('stops when the user removes the message', async () => {
  const item = await waiting('four');
  const { promise, resolve } = Promise.withResolvers<object>();
  const { parts, abort } = partsWith();
  vi.mocked(parts.store.dispatch).mockReturnValue(Object.assign(promise, { abort }) as never);
  const upload = uploadPictures(parts, item);
  await expect.poll(() => vi.mocked(parts.store.dispatch).mock.calls.length).toBe(1);
  removeOutboxItem('me', item.clientId);
  expect(abort).toHaveBeenCalledOnce();
  resolve(failure(0, 'Cancelled.'));
  expect(await upload).toEqual({ outcome: 'disconnected' });
  expect(outboxItems('me')).toEqual([]);
});
