import { webLinks } from '#client/text/web-links.ts';

export interface TextPart {
  /** The index of the part in the text. */
  at: number;
  text: string;
  href?: string;
}

/** Splits a text at its links. */
export function linkify(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { index, url } of webLinks(text)) {
    if (index > at) parts.push({ at, text: text.slice(at, index) });
    parts.push({ at: index, text: url, href: url });
    at = index + url.length;
  }
  if (at < text.length) parts.push({ at, text: text.slice(at) });
  return parts;
}
