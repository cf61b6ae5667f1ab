import { isDecision } from '#client/store/api/relations/relation-step.ts';
import type { RecentStep } from '#client/store/slices/steps-slice.ts';
import type { FeedItem } from '#shared/api/users.ts';

/**
 * Merges a new first page into the shown people, who keep their places; new people follow. People on whom the user has
 * just decided stay away and those whose decision was withdrawn stay, because the reply may be older than the step.
 */
export function mergeFeed(
  shown: readonly FeedItem[] | null,
  fresh: readonly FeedItem[],
  steps: readonly RecentStep[],
): FeedItem[] {
  const decided = new Set(steps.flatMap(({ key, action }) => (isDecision(action) ? [key] : [])));
  const restored = new Set(steps.flatMap(({ key, action }) => (action === 'withdraw' ? [key] : [])));
  const byId = new Map(fresh.filter(({ _id }) => !decided.has(_id)).map((person) => [person._id, person]));
  const kept = (shown ?? []).filter(({ _id }) => byId.has(_id) || restored.has(_id));
  const keptIds = new Set(kept.map(({ _id }) => _id));
  return [
    ...kept.map((person) => byId.get(person._id) ?? person),
    ...[...byId.values()].filter(({ _id }) => !keptIds.has(_id)),
  ];
}
