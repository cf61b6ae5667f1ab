import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';

/** Projects that a user pins to their own profile, on this device: at most three, the newest pin first. */
export const maxPins = 3;

const name = 'pinned-projects';
const changed = 'dotcode:pins-changed';
const none: readonly string[] = [];

let cachedText = '';
let cached: readonly string[] = none;

export function readPins(userId: string): readonly string[] {
  const stored = readStored<unknown>(userId, name);
  const ids = Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, maxPins) : none;
  const text = ids.join('\n');
  // The same answer stays the same array, as useSyncExternalStore wants it.
  if (text !== cachedText || ids.length !== cached.length) {
    cachedText = text;
    cached = ids;
  }
  return cached;
}

/** Pins or unpins; the oldest pin gives way. False when the device could not keep it. */
export function togglePin(userId: string, projectId: string): boolean {
  const pins = readPins(userId);
  const next = pins.includes(projectId)
    ? pins.filter((id) => id !== projectId)
    : [projectId, ...pins].slice(0, maxPins);
  const kept = writeStored(userId, name, next);
  window.dispatchEvent(new Event(changed));
  return kept;
}

export function usePins(userId: string): readonly string[] {
  return useSyncExternalStore(subscribe, () => readPins(userId));
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(changed, onChange);
  window.addEventListener('storage', onChange);
  return () => {
    window.removeEventListener(changed, onChange);
    window.removeEventListener('storage', onChange);
  };
}
