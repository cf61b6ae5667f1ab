export interface TextPart {
  /** The index of the part in the text. */
  at: number;
  text: string;
  href?: string;
}

/** Splits a text at its links. A full stop or bracket after a link is not part of it. */
export function linkify(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { 0: match, index } of text.matchAll(/\bhttps?:\/\/[^\s<>"']+/gi)) {
    const address = match.replace(/[.,;:!?)\]}]+$/, '');
    if (!URL.canParse(address)) continue;
    if (index > at) parts.push({ at, text: text.slice(at, index) });
    parts.push({ at: index, text: address, href: address });
    at = index + address.length;
  }
  if (at < text.length) parts.push({ at, text: text.slice(at) });
  return parts;
}
