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

/** Hosts whose links are called by the site's name. Exact ones: a host that only contains the name may be anybody's. */
const siteNames = new Map([
  ['github.com', 'GitHub'],
  ['gist.github.com', 'GitHub'],
  ['gitlab.com', 'GitLab'],
  ['codeberg.org', 'Codeberg'],
  ['linkedin.com', 'LinkedIn'],
  ...['mastodon.social', 'mastodon.online', 'mstdn.social', 'fosstodon.org', 'hachyderm.io', 'infosec.exchange'].map(
    (host) => [host, 'Mastodon'] as const,
  ),
]);

const website = 'Website';

/** The name of the site that a link leads to, such as "GitLab"; "Website" for any other site. */
function linkName(href: string): string {
  // LinkedIn has a host for each country, such as de.linkedin.com.
  const host = URL.parse(href)?.hostname.replace(/^(?:www|[a-z]{2})\./, '') ?? '';
  return siteNames.get(host) ?? website;
}

/** The web links among these, each once and by its name. A second one to the same site is called "Website". */
export function namedLinks(hrefs: readonly (string | undefined)[]): { name: string; href: string }[] {
  const taken = new Set<string>();
  return [...new Set(hrefs)].flatMap((href) => {
    if (href === undefined || !/^https?:\/\//i.test(href)) return [];
    const name = taken.has(linkName(href)) ? website : linkName(href);
    taken.add(name);
    return [{ name, href }];
  });
}
