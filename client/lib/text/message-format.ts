import type { ChatMessage } from '#shared/api/chat.ts';
import { cutText } from './cut-text.ts';
import { linkify } from './web-links.ts';

export type InlinePart =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'code'; text: string };
export type MessagePart = { kind: 'inline'; parts: InlinePart[] } | { kind: 'block'; text: string; language: string };

const fence = /^```([\w+#.-]*)[ \t]*\n([\s\S]*?)\n?^```[ \t]*$/gm;
const inlineCode = /`([^`\n]+)`/g;

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

/** Code first: an address inside it is part of the code. */
function parseInline(text: string): InlinePart[] {
  const parts: InlinePart[] = [];
  let end = 0;
  for (const match of text.matchAll(inlineCode)) {
    parts.push(...withLinks(text.slice(end, match.index)), { kind: 'code', text: match[1] ?? '' });
    end = match.index + match[0].length;
  }
  parts.push(...withLinks(text.slice(end)));
  return parts;
}

function withLinks(text: string): InlinePart[] {
  return linkify(text).map((part) =>
    part.href === undefined ? { kind: 'text', text: part.text } : { kind: 'link', text: part.text, href: part.href },
  );
}

/** The message in one line, for lists and toasts. */
export function messageExcerpt(text: string, max = 120): string {
  const line = text
    .replace(/```[\w+#.-]*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > max ? `${cutText(line, max - 1).trimEnd()}…` : line;
}

/** A message as one line of a list. It says the same as the upstream's list of conversations. */
export function messageLine({
  text,
  deletedAt,
  pictures,
}: Pick<ChatMessage, 'text' | 'deletedAt' | 'pictures'>): string {
  if (deletedAt !== undefined) return 'Message deleted';
  if (text !== '' || pictures === undefined) return text;
  return pictures.length === 1 ? 'Picture' : `${pictures.length} pictures`;
}
