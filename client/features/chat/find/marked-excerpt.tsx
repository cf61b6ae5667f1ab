import { messageExcerpt } from '#client/text/markdown/message-format.ts';
import { occurrences } from '#client/text/occurrences.ts';

/** Characters before the first word that was found. */
const lead = 30;

/** A line of a message around what was searched for, which is marked. */
export function MarkedExcerpt({ text, query }: { text: string; query: string }) {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.length > 1);
  const line = messageExcerpt(text, 2000);
  const first = Math.min(...words.flatMap((word) => occurrences(line, word)[0]?.start ?? []));
  const start = Number.isFinite(first) && first > lead ? first - lead : 0;
  const shown = messageExcerpt(line.slice(start), 140);
  const marks = words
    .flatMap((word) => occurrences(shown, word))
    .sort((a, b) => a.start - b.start)
    .filter((mark, index, all) => index === 0 || mark.start >= (all[index - 1]?.end ?? 0));
  let end = 0;
  const pieces = marks.flatMap((mark) => {
    const before = shown.slice(end, mark.start);
    end = mark.end;
    return [
      before,
      <mark key={mark.start} className="rounded-sm bg-warning text-warning-content">
        {shown.slice(mark.start, mark.end)}
      </mark>,
    ];
  });
  return (
    <>
      {start > 0 && '…'}
      {pieces}
      {shown.slice(end)}
    </>
  );
}
