/** Entities that editors write most; any other stays as it was typed. */
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hellip: '…' };
const hidden = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'svg', 'math', 'title', 'textarea']);

/**
 * The first words of a description as plain text, for cards: tags, comments and Markdown marks go, entities become
 * characters. One pass over at most `read` characters, nothing is parsed as HTML; the result is shown as text only.
 */
export function plainExcerpt(source: string, length = 200, read = 4000): string {
  const text = withoutMarks(withoutTags(source.slice(0, read)));
  if (text.length <= length) return text;
  const cut = text.slice(0, length + 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > length / 2 ? cut.slice(0, space) : cut.slice(0, length)).trimEnd()}…`;
}

function withoutTags(source: string): string {
  let out = '';
  let at = 0;
  while (at < source.length) {
    const open = source.indexOf('<', at);
    if (open === -1) return out + source.slice(at);
    out += source.slice(at, open);
    const name = /^\/?([a-z][a-z0-9-]*)|^!/i.exec(source.slice(open + 1, open + 40));
    if (name === null) {
      out += '<';
      at = open + 1;
      continue;
    }
    const end = endOfTag(source, open, name[1]?.toLowerCase(), name[0].startsWith('/'));
    // An autolink such as <https://example.com> keeps its address.
    const inside = source.slice(open + 1, end - 1);
    out += /^(https?:\/\/|mailto:)\S+$/i.test(inside) ? inside : ' ';
    at = end;
  }
  return out;
}

function endOfTag(source: string, open: number, name: string | undefined, closes: boolean): number {
  if (source.startsWith('<!--', open)) return after(source, '-->', open);
  const end = after(source, '>', open);
  if (name === undefined || closes || !hidden.has(name)) return end;
  // The content of these is not text for people.
  const close = source.toLowerCase().indexOf(`</${name}`, end);
  return close === -1 ? source.length : after(source, '>', close);
}

function after(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from);
  return at === -1 ? source.length : at + mark.length;
}

function withoutMarks(text: string): string {
  return prose(text.split('\n'))
    .map((line) => line.replace(/^[ \t]{0,8}(?:#{1,6}[ \t]|>[ \t]?|[-*+][ \t]|\d{1,9}[.)][ \t])/, ''))
    .join(' ')
    .replace(/!?\[([^[\]]{0,300})\]\([^()]{0,500}\)/g, '$1')
    .replace(/\*\*|__|~~|`/g, '')
    .replace(/(^|\s)[*_](?=\S)|(\S)[*_](?=\s|[.,;:!?)]|$)/g, '$1$2')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, decodeEntity)
    .replace(/\s+/g, ' ')
    .trim();
}

/** The lines that read as sentences: no fenced code, no tables, no rules; headings only where there is nothing else. */
function prose(lines: string[]): string[] {
  let fenced = false;
  const kept = lines.filter((line) => {
    const isFence = /^[ \t]{0,3}(?:```|~~~)/.test(line);
    if (isFence) fenced = !fenced;
    return !isFence && !fenced && !/^[ \t]*(?:\||[-=*_]{3,}[ \t]*$)/.test(line);
  });
  const sentences = kept.filter((line) => !/^[ \t]{0,3}#{1,6}[ \t]/.test(line));
  return sentences.some((line) => line.trim() !== '') ? sentences : kept;
}

function decodeEntity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const valid = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return valid ? String.fromCodePoint(code) : whole;
}
