import type { ChatMessage } from '#shared/api/chat.ts';

/**
 * Puts messages into a history, by id: what is known is refreshed, what is new finds its place in the server's order.
 * The history is changed in place, so that it may be an Immer draft. Answers whether anything was new.
 */
export function mergeMessages(history: ChatMessage[], incoming: readonly ChatMessage[]): boolean {
  const places = new Map(history.map((message, index) => [message._id, index]));
  let isNew = false;
  for (const message of incoming) {
    const place = places.get(message._id);
    if (place !== undefined) {
      // An event names its sender briefly, the history in full; whichever knows more stays.
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

/** By number where both have one; another upstream has none and its times then decide. */
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
