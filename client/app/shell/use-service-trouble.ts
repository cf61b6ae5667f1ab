import { useState } from 'react';
import { failedQueries } from '#client/api/recovery/failed-queries.ts';
import { useSlow } from '#client/lib/dom/use-later.ts';
import { useOnline } from '#client/lib/dom/window-state.ts';
import { mayPass } from '#client/lib/text/api-error.ts';
import { useAppSelector } from '#client/state/hooks.ts';
import type { RootState } from '#client/state/make-store.ts';
import type { ServiceTrouble } from '#client/ui/state/service-line.tsx';

/**
 * The text of the line above the screen about a service that does not answer; undefined while it answers. It comes at once
 * on a screen that has nothing to show; else after eight seconds, which is longer than a restart of the service takes.
 */
export function useServiceTrouble(): ServiceTrouble | undefined {
  const online = useOnline();
  const failing = useAppSelector(failingFrom);
  const isFailing = failing !== undefined;
  const isConnecting = useAppSelector((state) => state.live.status === 'connecting');
  const isSlow = useSlow(isFailing);
  const isConnectingLong = useSlow(isConnecting);
  const awaySince = useSince(isFailing);
  const connectingSince = useSince(isConnecting);
  if (!online) return undefined;
  if (awaySince !== undefined && (isSlow || failing === 'nothing to show'))
    return { kind: 'away', since: awaySince, shownFrom: typeof failing === 'number' ? failing : undefined };
  if (connectingSince !== undefined && isConnectingLong) return { kind: 'no live updates', since: connectingSince };
  return undefined;
}

/**
 * When the oldest answer on screen came that cannot be loaded again; undefined while nothing fails. A refusal is an answer,
 * which the screen shows itself. How old kept copies are is said beside the navigation.
 */
function failingFrom(state: RootState): number | 'nothing to show' | 'kept copies' | undefined {
  const failed = failedQueries(state).filter(({ error }) => mayPass(error));
  if (failed.length === 0) return state.session.profile === 'unanswered' ? 'kept copies' : undefined;
  if (failed.some(({ answeredAt }) => answeredAt === undefined)) return 'nothing to show';
  const times = failed.flatMap(({ key, answeredAt }) => (key in state.kept ? [] : (answeredAt ?? [])));
  return times.length === 0 ? 'kept copies' : Math.min(...times);
}

/** When this has become so, in milliseconds; undefined while it is not so. */
function useSince(isSo: boolean): number | undefined {
  const [since, setSince] = useState<number>();
  if (isSo !== (since !== undefined)) setSince(isSo ? Date.now() : undefined);
  return since;
}
