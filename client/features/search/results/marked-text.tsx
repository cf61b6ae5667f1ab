import { folded } from '#client/text/folded.ts';

interface Props {
  text: string;
  q: string;
  /** Marks matches anywhere, as for names; otherwise only at the start of words. */
  anywhere?: boolean;
}

/** The text with the matches marked. Screen readers read it without the marks. */
export function MarkedText({ text, q, anywhere = false }: Props) {
  return markedParts(text, q, anywhere).map(({ part, marked, at }) =>
    marked ? (
      <mark key={at} className="rounded-sm bg-primary/30 text-base-content">
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

const letter = /[\p{L}\p{N}]/u;

/** Splits by folded characters, so that "zoe" marks "Zoë". */
export function markedParts(text: string, q: string, anywhere = true): Part[] {
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
    const isStart = anywhere || !letter.test(foldedCharacters[at - 1] ?? '');
    const end = isStart ? endOfMatch(foldedCharacters, at, wanted) : undefined;
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

const lead = 40;

/** The first text in which a word starts with the query, cut to begin shortly before that word; else the first text. */
export function fittingText(texts: readonly (string | undefined)[], q: string): string {
  const known = texts.filter((text): text is string => text !== undefined && text.trim() !== '');
  for (const text of known) {
    const found = markedParts(text, q, false).find(({ marked }) => marked);
    if (!found) continue;
    if (found.at <= 2 * lead) return text;
    const before = [...text].slice(0, found.at).join('');
    return `…${text.slice(before.lastIndexOf(' ', before.length - lead) + 1)}`;
  }
  return known[0] ?? '';
}
