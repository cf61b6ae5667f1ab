import type { ChatMessage } from '#shared/api/chat.ts';
import { limits } from '#shared/limits.ts';

/** Whether its author may still change a message, by this device's clock; the upstream decides. */
export function isOpenToChange({ createdAt, deletedAt, hidden }: ChatMessage, now = Date.now()): boolean {
  if (hidden || deletedAt !== undefined) return false;
  return now - Date.parse(createdAt) < limits.messageChangeMinutes * 60_000;
}
