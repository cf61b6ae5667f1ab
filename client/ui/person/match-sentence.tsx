let list: Intl.ListFormat | undefined;

/** Says which skills the user and a person share; renders nothing when there are none. */
export function MatchSentence({ shared }: { shared: readonly string[] }) {
  if (shared.length === 0) return null;
  list ??= new Intl.ListFormat('en-GB', { type: 'conjunction' });
  return <p className="font-medium text-primary text-small">You both use {list.format(shared.slice(0, 3))}</p>;
}
