import type { ReactNode } from 'react';
import { folded } from '#client/lib/text/folded.ts';

/** A part of a text, as offsets. */
interface Span {
  start: number;
  end: number;
}

/**
 * Where `wanted` occurs in a text, without regard to case and accents: "zoe" occurs in "Zoë". With `wordStarts`, only
 * where a word begins.
 */
export function matchesIn(text: string, wanted: string, { wordStarts = false } = {}): Span[] {
  const sought = folded(wanted);
  if (sought === '') return [];
  let plain = '';
  /** For each unit of `plain`, the character of the text that it comes from: folding can lengthen a text. */
  const places: Span[] = [];
  let at = 0;
  for (const character of text) {
    const foldedCharacter = folded(character);
    for (let unit = 0; unit < foldedCharacter.length; unit += 1) places.push({ start: at, end: at + character.length });
    plain += foldedCharacter;
    at += character.length;
  }
  const matches: Span[] = [];
  for (let from = plain.indexOf(sought); from !== -1; from = plain.indexOf(sought, from + 1)) {
    const first = places[from];
    const last = places[from + sought.length - 1];
    if (!first || !last || first.start < (matches.at(-1)?.end ?? 0)) continue;
    if (wordStarts && endsWithLetter.test(plain.slice(Math.max(0, from - 2), from))) continue;
    matches.push({ start: first.start, end: last.end });
  }
  return matches;
}

const endsWithLetter = /[\p{L}\p{N}]$/u;

interface Props {
  text: string;
  /** The parts to mark, in the order of the text, without overlaps. */
  matches: readonly Span[];
  className?: string;
}

/**
 * The text with the matches marked. Another text or other matches make a new element: the browser's translation replaces
 * text nodes, and React could not insert or remove marks beside those.
 */
export function Highlight({ text, matches, className = 'bg-warning text-warning-content' }: Props) {
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const match of matches) {
    pieces.push(
      text.slice(end, match.start),
      <mark key={match.start} className={`rounded-sm ${className}`}>
        {text.slice(match.start, match.end)}
      </mark>,
    );
    end = match.end;
  }
  return (
    <span key={`${matches.map(({ start, end }) => `${start}-${end}`)} ${text}`}>
      {pieces}
      {text.slice(end)}
    </span>
  );
}
