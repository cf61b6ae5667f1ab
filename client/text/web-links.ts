import { LinkifyIt } from 'linkify-it';

export interface WebLink {
  /** The index of its first character in the text. */
  index: number;
  url: string;
}

// Addresses that are written out, and no other scheme: fuzzy links would turn file names such as "main.rs" into links.
const finder = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false });
for (const scheme of ['ftp:', 'mailto:', '//']) finder.add(scheme, null);

/** The http and https addresses in a text. Punctuation after an address is not part of it. */
export function webLinks(text: string): WebLink[] {
  return (finder.match(text) ?? []).filter(({ url }) => URL.canParse(url)).map(({ index, url }) => ({ index, url }));
}
