import { cutText } from '#client/lib/text/cut-text.ts';

/** The most common HTML entities. Others stay as typed. */
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hellip: '…' };
const hidden = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'svg', 'math', 'title', 'textarea']);

/** Tags around which a text breaks: their words are not one sentence with what stands before or after. */
const blockTags = new Set(
  'p div section article blockquote pre ul ol li dl dt dd table tr td th h1 h2 h3 h4 h5 h6 hr'.split(' '),
);

/**
 * The first words of a description as plain text, for cards: without tags, comments and Markdown marks, and with
 * entities decoded. Reads at most `read` characters and parses no HTML; show the result as text only.
 */
export function plainExcerpt(source: string, length = 200, read = 4000): string {
  const text = withoutMarks(withoutTags(source.slice(0, read)));
  if (text.length <= length) return text;
  const cut = text.slice(0, length + 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > length / 2 ? cut.slice(0, space) : cutText(cut, length)).trimEnd()}…`;
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
    if (/^(https?:\/\/|mailto:)\S+$/i.test(inside)) out += inside;
    else if (/^li$/i.test(name[1] ?? '')) out += name[0].startsWith('/') ? '\n\n' : '\n\n- ';
    else out += blockTags.has(name[1]?.toLowerCase() ?? '') ? '\n\n' : ' ';
    at = end;
  }
  return out;
}

function endOfTag(source: string, open: number, name: string | undefined, closes: boolean): number {
  if (source.startsWith('<!--', open)) return after(source, '-->', open);
  const end = after(source, '>', open);
  if (name === undefined || closes || !hidden.has(name)) return end;
  // The content of these elements is code, not text to read.
  const close = source.toLowerCase().indexOf(`</${name}`, end);
  return close === -1 ? source.length : after(source, '>', close);
}

function after(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from);
  return at === -1 ? source.length : at + mark.length;
}

interface Block {
  text: string;
  isItem: boolean;
}

/**
 * The paragraphs, list items and headings of a text without their marks. A dot stands between list items, and where no
 * sentence ends. A list below a whole sentence is left out: its items would read as broken sentences.
 */
function withoutMarks(text: string): string {
  const found = blocks(prose(text.split('\n')))
    .map(({ text: marked, isItem }) => ({ text: withoutInlineMarks(marked), isItem }))
    .filter((block) => block.text !== '');
  let out = '';
  let last: Block | undefined;
  for (const block of found) {
    if (block.isItem && last && !last.isItem && /[.!?。！？]$/.test(last.text)) continue;
    const betweenItems = block.isItem && last?.isItem;
    const gap = betweenItems || !endsSentence.test(out) ? ' · ' : ' ';
    out = out === '' ? block.text : `${betweenItems ? out.replace(/\.$/, '') : out}${gap}${block.text}`;
    last = block;
  }
  return out;
}

const endsSentence = /[.!?…:;,。！？][)"'’”»\]]*$/;
const headingMark = /^[ \t]{0,8}#{1,6}[ \t]/;
const itemMark = /^[ \t]{0,8}(?:[-*+]|\d{1,9}[.)])[ \t](?:\[[ xX]\][ \t])?/;

/** Lines of one block are joined; an empty line ends it, and the mark of a heading or a list item begins the next. */
function blocks(lines: string[]): Block[] {
  let current: Block = { text: '', isItem: false };
  const found = [current];
  for (const marked of lines) {
    const line = marked.replace(/^[ \t]{0,3}>[ \t]?/, '');
    const isItem = itemMark.test(line);
    if (line.trim() === '' || isItem || headingMark.test(line)) {
      current = { text: '', isItem };
      found.push(current);
    }
    current.text += ` ${line.replace(isItem ? itemMark : headingMark, '')}`;
  }
  return found;
}

function withoutInlineMarks(block: string): string {
  return block
    .replace(/!?\[([^[\]]{0,300})\]\([^()]{0,500}\)/g, '$1')
    .replace(/\*\*|__|~~|`/g, '')
    .replace(/(^|\s)[*_](?=\S)|(\S)[*_](?=\s|[.,;:!?)]|$)/g, '$1$2')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, decodeEntity)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Empties the lines that do not read as sentences: fenced code, tables, rules; headings where there is anything else. */
function prose(lines: string[]): string[] {
  let fenced = false;
  const kept = lines.map((line) => {
    const isFence = /^[ \t]{0,3}(?:```|~~~)/.test(line);
    if (isFence) fenced = !fenced;
    return isFence || fenced || /^[ \t]*(?:\||[-=*_]{3,}[ \t]*$)/.test(line) ? '' : line;
  });
  const sentences = kept.map((line) => (/^[ \t]{0,3}#{1,6}[ \t]/.test(line) ? '' : line));
  return sentences.some((line) => line.trim() !== '') ? sentences : kept;
}

function decodeEntity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const valid = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return valid ? String.fromCodePoint(code) : whole;
}
