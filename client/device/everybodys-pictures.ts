import { useEffect } from 'react';
import { isText, listOf, storedValue, useStoredValue } from './stored-value.ts';

const most = 20;
const stored = storedValue('dotcode:everybodys-pictures', listOf(isText));

/** Which people or projects this page has shown with a picture of another site, by the address of the picture. */
const owners = new Map<string, Set<string>>();

/** Remembers a picture that an upstream gives to everybody who has not chosen one. */
export function noteEverybodysPicture(src: string): void {
  if (!stored.read().includes(src)) stored.write([src, ...stored.read()].slice(0, most));
}

/**
 * Whether a picture of another site is the default that its upstream gives to everybody: it says nothing about one of them. Known
 * once it is shown for as many different people or projects as `enough`.
 */
export function useIsEverybodys(src: string | undefined, ownerId: string | undefined, enough: number): boolean {
  const isKnown = useStoredValue(stored).includes(src ?? '');
  useEffect(() => {
    if (src === undefined || ownerId === undefined || isKnown) return;
    const ids = owners.get(src) ?? new Set();
    owners.set(src, ids.add(ownerId));
    if (ids.size >= enough) noteEverybodysPicture(src);
  }, [src, ownerId, enough, isKnown]);
  return isKnown;
}
