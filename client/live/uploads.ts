import { useSyncExternalStore } from 'react';

/** How much of each picture is sent, from 0 to 1, while this tab uploads it. */
const shares = new Map<string, number>();
const listeners = new Set<() => void>();

export function noteShare(pictureId: string, share: number | undefined): void {
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

export function notePreview(url: string, picture: Blob): void {
  previews.set(url, URL.createObjectURL(picture));
}

export function previewOf(url: string): string | undefined {
  return previews.get(url);
}
