import type { ChatMessage } from '#shared/api/chat.ts';

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
