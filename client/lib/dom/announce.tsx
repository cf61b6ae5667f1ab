import { useEffect, useState } from 'react';

type Politeness = 'polite' | 'assertive';

/** The length of a list that is not announced yet. */
let waiting: ReturnType<typeof setTimeout> | undefined;

/**
 * Makes screen readers say a text, through the two live regions that the root layout mounts at start. The region is
 * emptied first for a moment, because screen readers do not repeat a text that has not changed.
 */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  // The outcome of a press is announced in the place of the length, which would replace it before it is read.
  clearTimeout(waiting);
  const region = document.getElementById(`announcer-${politeness}`);
  if (!region) return;
  region.textContent = '';
  setTimeout(() => {
    region.textContent = text;
  }, 50);
}

/** Announces a text after half a second without another announcement. Returns how to withdraw it. */
export function announceSoon(text: string): () => void {
  clearTimeout(waiting);
  const own = setTimeout(() => announce(text), 500);
  waiting = own;
  return () => clearTimeout(own);
}

/** Announces the length of a list once it has not changed for half a second. Undefined while it is loading. */
export function useAnnounced(text: string | undefined): void {
  useEffect(() => (text === undefined ? undefined : announceSoon(text)), [text]);
}

/** For a list that the user shortens by deciding on its rows: announces only its first length. */
export function useAnnouncedOnce(text: string | undefined): void {
  const [first, setFirst] = useState(text);
  if ((first === undefined) !== (text === undefined)) setFirst(text);
  useAnnounced(first);
}

/** The two live regions that `announce()` speaks through; mounted once, at start, by the root layout. */
export function Announcer() {
  return (
    <>
      <div id="announcer-polite" role="status" aria-live="polite" className="sr-only" />
      <div id="announcer-assertive" role="alert" aria-live="assertive" className="sr-only" />
    </>
  );
}
