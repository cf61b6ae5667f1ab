import { LinkifyIt } from 'linkify-it';

export interface TextPart {
  /** The index of the part in the text. */
  at: number;
  text: string;
  /** For a link: the address, which is its text. */
  href?: string;
}

// Addresses that are written out, and no other scheme: fuzzy links would turn file names such as "main.rs" into links.
const finder = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false });
for (const scheme of ['ftp:', 'mailto:', '//']) finder.add(scheme, null);

/** Splits a text at its http and https addresses. Punctuation after an address is not part of it. */
export function linkify(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { index, url } of finder.match(text) ?? []) {
    if (!URL.canParse(url)) continue;
    if (index > at) parts.push({ at, text: text.slice(at, index) });
    parts.push({ at: index, text: url, href: url });
    at = index + url.length;
  }
  if (at < text.length) parts.push({ at, text: text.slice(at) });
  return parts;
}
