import { matchSentence } from '#client/text/match-words.ts';
import type { MatchReason } from '#shared/api/users.ts';

/** Says why the user may want to meet a person; renders nothing without a reason. */
export function MatchSentence({ reasons }: { reasons: readonly MatchReason[] }) {
  if (reasons.length === 0) return null;
  return <p className="font-medium text-primary text-small">{matchSentence(reasons)}</p>;
}
