import { useEffect, useState } from 'react';
import { announceSoon } from './announce.ts';

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
