import { cutText } from '#client/text/cut-text.ts';

export type InlinePart =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'code'; text: string };
export type MessagePart = { kind: 'inline'; parts: InlinePart[] } | { kind: 'block'; text: string; language: string };

const fence = /^```([\w+#.-]*)[ \t]*\n([\s\S]*?)\n?^```[ \t]*$/gm;
const inline = /`([^`\n]+)`|(https?:\/\/[^\s<>"`]+)/gi;

/** Parses links, inline code and fenced code, nothing else. A fence without an end stays text. */
export function parseMessage(text: string): MessagePart[] {
  const parts: MessagePart[] = [];
  let end = 0;
  for (const match of text.matchAll(fence)) {
    pushInline(parts, text.slice(end, match.index));
    parts.push({ kind: 'block', text: match[2] ?? '', language: match[1] ?? '' });
    end = match.index + match[0].length;
  }
  pushInline(parts, text.slice(end));
  return parts;
}

/** Whether a text ends inside code whose closing fence is still to be typed. */
export function endsInsideFence(text: string): boolean {
  return /^```[\w+#.-]*[ \t]*$/m.test(text.replace(fence, ''));
}

function pushInline(parts: MessagePart[], text: string): void {
  const trimmed = text.replace(/^\n+|\n+$/g, '');
  if (trimmed !== '') parts.push({ kind: 'inline', parts: parseInline(trimmed) });
}

function parseInline(text: string): InlinePart[] {
  const parts: InlinePart[] = [];
  let end = 0;
  for (const match of text.matchAll(inline)) {
    const [whole, code, url] = match;
    const length = url === undefined ? whole.length : linkLength(url);
    if (url !== undefined && !URL.canParse(url.slice(0, length))) continue;
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    if (code === undefined) parts.push(linkTo(text.slice(match.index, match.index + length)));
    else parts.push({ kind: 'code', text: code });
    end = match.index + length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

function linkTo(url: string): InlinePart {
  return { kind: 'link', text: url, href: url };
}

/** Leaves out punctuation after a link; a closing bracket belongs to the link when the link holds the opening one. */
function linkLength(url: string): number {
  let length = url.length;
  for (;;) {
    const last = url[length - 1] ?? '';
    const kept = url.slice(0, length);
    if (/[.,;:!?'*_~]/.test(last)) length -= 1;
    else if (last === ')' && count(kept, ')') > count(kept, '(')) length -= 1;
    else if (last === ']' && count(kept, ']') > count(kept, '[')) length -= 1;
    else return length;
  }
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** The message in one line, for lists and toasts. */
export function messageExcerpt(text: string, max = 120): string {
  const line = text
    .replace(/```[\w+#.-]*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > max ? `${cutText(line, max - 1).trimEnd()}…` : line;
}
