import { useMemo } from 'react';
import { useMuted } from '#client/device/muted.ts';
import { useOwnUser } from '#client/store/hooks.ts';

/** The ids that the palette leaves out: the user's own, and those of muted people. The upstream lists no blocked people. */
export function useHiddenPeople(): ReadonlySet<string> {
  const { _id: ownId } = useOwnUser();
  const muted = useMuted(ownId);
  return useMemo(() => new Set([ownId, ...muted.map(({ _id }) => _id)]), [ownId, muted]);
}
