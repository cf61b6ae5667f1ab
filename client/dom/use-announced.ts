import { useEffect, useState } from 'react';
import { announce } from './announce.ts';

/** Says how much a list holds once it has rested for half a second; nothing while it is not known. */
export function useAnnounced(text: string | undefined): void {
  useEffect(() => {
    if (text === undefined) return;
    const timer = setTimeout(() => announce(text), 500);
    return () => clearTimeout(timer);
  }, [text]);
}

/** The same for a list that the reader makes shorter themself: only what it held when it was loaded is said. */
export function useAnnouncedOnce(text: string | undefined): void {
  const [first, setFirst] = useState(text);
  if ((first === undefined) !== (text === undefined)) setFirst(text);
  useAnnounced(first);
}
