import { messageExcerpt } from '#client/text/markdown/message-format.ts';
import { Highlight, matchesIn } from '#client/ui/highlight.tsx';

/** Characters before the first word that was found. */
const lead = 30;

/** A line of a message around what was searched for, which is marked. */
export function MarkedExcerpt({ text, query }: { text: string; query: string }) {
  const words = query.split(/\s+/).filter((word) => word.length > 1);
  const line = messageExcerpt(text, 2000);
  const first = Math.min(...words.flatMap((word) => matchesIn(line, word)[0]?.start ?? []));
  const start = Number.isFinite(first) && first > lead ? first - lead : 0;
  const shown = `${start > 0 ? '…' : ''}${messageExcerpt(line.slice(start), 140)}`;
  const matches = words
    .flatMap((word) => matchesIn(shown, word))
    .sort((a, b) => a.start - b.start)
    .filter((match, index, all) => index === 0 || match.start >= (all[index - 1]?.end ?? 0));
  return <Highlight text={shown} matches={matches} />;
}
