import type { ChatMessage } from '#shared/api/chat.ts';

/**
 * Merges messages into a history by id: messages that it holds are updated, new ones inserted in the server's order. Changes the
 * history in place, so that it can be an Immer draft. Returns whether any message was new.
 */
export function mergeMessages(history: ChatMessage[], incoming: readonly ChatMessage[]): boolean {
  const places = new Map(history.map((message, index) => [message._id, index]));
  let isNew = false;
  for (const message of incoming) {
    const place = places.get(message._id);
    if (place !== undefined) {
      // An event holds fewer fields of the sender than the history, so the fuller sender is kept. All other fields are
      // those of the newer message: one that it lacks was removed.
      const { senderId, clientId } = history[place] as ChatMessage;
      history[place] = {
        ...(clientId !== undefined && { clientId }),
        ...message,
        senderId: message.senderId ?? senderId,
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

/** Adds the messages that are not known, and leaves the known ones as they are. */
export function mergeNew(history: ChatMessage[], incoming: readonly ChatMessage[]): void {
  const known = new Set(history.map(({ _id }) => _id));
  mergeMessages(
    history,
    incoming.filter(({ _id }) => !known.has(_id)),
  );
}

/**
 * Adds a message that was sent just now. Where the history holds it already, only missing fields are added: it may have
 * been edited since.
 */
export function mergeSent(history: ChatMessage[], message: ChatMessage): void {
  const place = history.findIndex(({ _id }) => _id === message._id);
  const known = history[place];
  if (!known) mergeMessages(history, [message]);
  else if (known.deletedAt === undefined) history[place] = { ...message, ...known };
}

/** A page with the cached messages after its end, which came while it was loaded. */
export function withLater(page: readonly ChatMessage[], cached: readonly ChatMessage[]): ChatMessage[] {
  const last = page.at(-1);
  return [...page, ...cached.filter((message) => last !== undefined && byServerOrder(last, message) < 0)];
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
