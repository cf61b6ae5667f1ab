import { useSyncExternalStore } from 'react';
import { messageApi } from '#client/api/chat/message-api.ts';
import { dropOldPictures, dropPictures, keptPicture } from '#client/lib/device/stored-pictures.ts';
import { type ApiError, isApiError, unexpectedError } from '#client/lib/text/api-error.ts';
import { type DeliveryParts, outcomeOf, type Sent } from '#client/live/live-context.ts';
import {
  type OutboxItem,
  type OutboxPicture,
  onOutboxChange,
  outboxItems,
  putOutboxItem,
} from '#client/live/outbox.ts';

/** How much of each picture is sent, from 0 to 1, while this tab uploads it. */
const shares = new Map<string, number>();
const listeners = new Set<() => void>();

function noteShare(pictureId: string, share: number | undefined): void {
  if (share === undefined) shares.delete(pictureId);
  else shares.set(pictureId, share);
  for (const tell of listeners) tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useUploadShare(pictureId: string): number | undefined {
  return useSyncExternalStore(subscribe, () => shares.get(pictureId));
}

/** Local copies of the pictures that this page has sent, shown until the upstream's copy is loaded. */
const previews = new Map<string, string>();

function notePreview(url: string, picture: Blob): void {
  previews.set(url, URL.createObjectURL(picture));
}

export function previewOf(url: string): string | undefined {
  return previews.get(url);
}

/** Uploads what the message still has to upload. Resolves to the message with the addresses, or to why that is impossible. */
export async function uploadPictures(parts: DeliveryParts, item: OutboxItem): Promise<OutboxItem | Sent> {
  void dropUnneeded(parts.userId);
  let current = item;
  for (const picture of item.pictures ?? []) {
    if (picture.url !== undefined) continue;
    const bytes = await keptPicture(picture.id);
    if (!bytes) return { outcome: 'refused', reason: 'A picture is no longer on this device.' };
    const url = await upload(parts, item.clientId, picture, bytes);
    if (typeof url !== 'string') return outcomeOf(url);
    notePreview(url, bytes);
    if (!isWaiting(parts.userId, item.clientId)) return { outcome: 'disconnected' };
    current = {
      ...current,
      pictures: (current.pictures ?? []).map((each) => (each.id === picture.id ? { ...each, url } : each)),
    };
    // An upload that is done is not repeated after a reload.
    putOutboxItem(parts.userId, { ...current, attempted: true });
  }
  return current;
}

/** After the message is stored. */
export async function forgetPictures({ pictures = [] }: OutboxItem): Promise<void> {
  await dropPictures(pictures.map(({ id }) => id));
}

/** Sends one picture; it is cancelled where the user removes the message. */
async function upload(
  { store, userId }: DeliveryParts,
  clientId: string,
  { id }: OutboxPicture,
  picture: Blob,
): Promise<string | ApiError> {
  noteShare(id, 0);
  const call = store.dispatch(
    messageApi.endpoints.uploadChatPicture.initiate(
      { picture, onProgress: (share) => noteShare(id, share) },
      { track: false },
    ),
  );
  const stop = onOutboxChange(() => {
    if (!isWaiting(userId, clientId)) call.abort();
  });
  const { data, error } = await call;
  stop();
  noteShare(id, undefined);
  if (data) return data.url;
  return isApiError(error) ? error : unexpectedError;
}

function isWaiting(userId: string, clientId: string): boolean {
  return outboxItems(userId).some((item) => item.clientId === clientId);
}

/** Removes pictures that nothing waits for any more, such as those of a message that another tab has sent. */
async function dropUnneeded(userId: string): Promise<void> {
  const needed = new Set(outboxItems(userId).flatMap(({ pictures = [] }) => pictures.map(({ id }) => id)));
  await dropOldPictures(userId, (id) => needed.has(id));
}
