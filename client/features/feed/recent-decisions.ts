import type { StepState } from '#client/store/slices/steps-slice.ts';

/**
 * Sorts people by their last step, under way or confirmed since a time: the feed's reply may have been made before it.
 * Decided people must not come back with such a reply, restored people must not leave with it.
 */
export function recentDecisions(steps: Readonly<Record<string, StepState>>, since: number) {
  const decided = new Set<string>();
  const restored = new Set<string>();
  for (const [personId, { current, last }] of Object.entries(steps)) {
    const action = current?.action ?? (last && last.at >= since ? last.action : undefined);
    if (action === 'withdraw') restored.add(personId);
    else if (action === 'interested' || action === 'ignore') decided.add(personId);
  }
  return { decided, restored };
}
