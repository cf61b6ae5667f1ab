import type { ChatMessage } from '#shared/api/chat.ts';

/**
 * Merges messages into a history by id: known ones are updated, new ones inserted in the server's order. Changes the
 * history in place, so that it can be an Immer draft. Returns whether any message was new.
 */
export function mergeMessages(history: ChatMessage[], incoming: readonly ChatMessage[]): boolean {
  const places = new Map(history.map((message, index) => [message._id, index]));
  let isNew = false;
  for (const message of incoming) {
    const place = places.get(message._id);
    if (place !== undefined) {
      // An event holds less about the sender than the history: the fuller one is kept.
      history[place] = {
        ...history[place],
        ...message,
        senderId: message.senderId ?? history[place]?.senderId ?? null,
      };
      continue;
    }
    isNew = true;
    places.set(message._id, history.length);
    history.push(message);
  }
  if (isNew && !isInOrder(history)) history.sort(byServerOrder);
  return isNew;
}

/** A page with the known messages after its end, which came while it was loaded. */
export function withLater(page: readonly ChatMessage[], known: readonly ChatMessage[]): ChatMessage[] {
  const last = page.at(-1);
  return [...page, ...known.filter((message) => last !== undefined && byServerOrder(last, message) < 0)];
}

/** By sequence number; for another upstream, which has none, by time. */
function byServerOrder(a: ChatMessage, b: ChatMessage): number {
  if (a.seq !== undefined && b.seq !== undefined) return a.seq - b.seq;
  return Date.parse(a.createdAt) - Date.parse(b.createdAt);
}

function isInOrder(messages: readonly ChatMessage[]): boolean {
  return messages.every((message, index) => {
    const before = messages[index - 1];
    return before === undefined || byServerOrder(before, message) <= 0;
  });
}
