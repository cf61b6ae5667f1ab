/** Says which skills the user and a person share; renders nothing when there are none. */
export function MatchSentence({ shared }: { shared: readonly string[] }) {
  if (shared.length === 0) return null;
  return <p className="font-medium text-primary text-small">You both use {inWords(shared.slice(0, 3))}</p>;
}

/** Not with Intl.ListFormat: the first one takes a phone 25 ms, in the rendering of the first card. */
function inWords(skills: readonly string[]): string {
  const last = skills.at(-1) ?? '';
  return skills.length < 2 ? last : `${skills.slice(0, -1).join(', ')} and ${last}`;
}
