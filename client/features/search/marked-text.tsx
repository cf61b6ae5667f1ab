import { folded } from '#client/lib/folded.ts';

/** The text with what was searched for marked. The marks are visual: readers hear the text as it is. */
export function MarkedText({ text, q }: { text: string; q: string }) {
  return markedParts(text, q).map(({ part, marked, at }) =>
    marked ? (
      <mark key={at} className="rounded-sm bg-primary/20 text-inherit">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

interface Part {
  part: string;
  marked: boolean;
  at: number;
}

/** Splits by folded characters, so that "zoe" marks "Zoë". */
export function markedParts(text: string, q: string): Part[] {
  const wanted = folded(q.trim());
  if (wanted === '') return [{ part: text, marked: false, at: 0 }];
  const characters = [...text];
  const foldedCharacters = characters.map(folded);
  const parts: Part[] = [];
  let plain = 0;
  let at = 0;
  const push = (from: number, to: number, marked: boolean) => {
    if (to > from) parts.push({ part: characters.slice(from, to).join(''), marked, at: from });
  };
  while (at < characters.length) {
    const end = endOfMatch(foldedCharacters, at, wanted);
    if (end === undefined) {
      at += 1;
      continue;
    }
    push(plain, at, false);
    push(at, end, true);
    plain = at = end;
  }
  push(plain, characters.length, false);
  return parts;
}

function endOfMatch(characters: readonly string[], from: number, wanted: string): number | undefined {
  let joined = '';
  for (let at = from; at < characters.length && joined.length < wanted.length; at += 1) {
    joined += characters[at];
    if (!wanted.startsWith(joined) && !joined.startsWith(wanted)) return undefined;
    if (joined.startsWith(wanted)) return at + 1;
  }
  return undefined;
}
