import { toast } from 'sonner';
import { loadedThread, refetchChat } from '#client/api/chat/chat-api.ts';
import { conversationHref } from '#client/api/chat/conversation-key.ts';
import { applyOwnChange } from '#client/api/chat/conversation-list.ts';
import { messageApi } from '#client/api/chat/message-api.ts';
import { onReturn } from '#client/lib/dom/keep-trying.ts';
import { type ApiError, isApiError, unexpectedError } from '#client/lib/text/api-error.ts';
import {
  endChange,
  isFulfilled,
  type MessageChange,
  makeChange,
  nameOf,
  onChanges,
  waitingChanges,
} from '#client/live/changes.ts';
import { type LiveParts, outcomeOf, type Sent } from '#client/live/live-context.ts';
import { sendInTurn } from '#client/live/send-outbox.ts';
import type { AppStore } from '#client/state/make-store.ts';
import type { ChatMessage } from '#shared/api/chat.ts';

/** After a call without an answer, while the connection seems to be there. */
const askAgainMs = 5000;

/** Sends edits, deletions and reactions as they are made, and those that waited for the network when it is back. */
export function sendOwnChanges(parts: Pick<LiveParts, 'store' | 'userId' | 'announce'>) {
  const { userId, announce } = parts;
  const waiting = () => waitingChanges(userId).filter(({ state }) => state === 'waiting');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = sendInTurn<MessageChange>({
    name: `changes:${userId}`,
    waiting,
    idOf: (change) => `${nameOf(change)} ${change.at}`,
    laneOf: () => '',
    isConnected: () => navigator.onLine,
    send: (change) => sendChange(parts, change),
    onStored: (change) => endChange(userId, change),
    onRefused: (change, reason) => {
      const text = `${refusedWords[change.kind]} ${reason}`;
      if (change.kind !== 'edit') {
        endChange(userId, change);
        toast.error(text);
        return;
      }
      // An edit stays on its message, with the reason beside it, to be kept or dropped.
      makeChange(userId, { ...change, state: 'failed', reason });
      const href = conversationHref(change.peerId);
      announce({ key: `failed:${change.peerId}`, text, href, action: 'Open', kind: 'failure' });
    },
  });
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    await send();
    clearTimeout(timer);
    if (waiting().length > 0 && navigator.onLine) timer = setTimeout(() => void flush(), askAgainMs);
  };
  const stops = [onChanges(() => void flush()), onReturn(() => void flush()), () => clearTimeout(timer)];
  void flush();
  return {
    flush,
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

const refusedWords: Readonly<Record<MessageChange['kind'], string>> = {
  edit: 'A message was not changed.',
  delete: 'A message was not deleted.',
  react: 'A reaction was not saved.',
};

/** Sends one change. The call may be repeated, because it names the wanted result; a message that is already gone counts as deleted. */
async function sendChange({ store }: Pick<LiveParts, 'store'>, change: MessageChange): Promise<Sent> {
  const { peerId, messageId } = change;
  const stored = () => loadedThread(store, peerId)?.messages.find(({ _id }) => _id === messageId);
  const revBefore = loadedThread(store, peerId)?.rev;
  const result = await call(store, change);
  if ('error' in result && (result.error.status !== 404 || change.kind === 'edit')) return outcomeOf(result.error);
  const before = stored();
  if (before && !isFulfilled(before, change)) {
    applyOwnChange(store, peerId, afterCall(before, change, result), revBefore);
    const after = stored();
    // Events came between the call and its answer, and none of them says what this change has made.
    if (after && !isFulfilled(after, change)) await store.dispatch(refetchChat(peerId));
  }
  return { outcome: 'stored' };
}

type Answer = { data: unknown } | { error: ApiError };

async function call(store: AppStore, change: MessageChange): Promise<Answer> {
  const { editMessage, deleteMessage, react } = messageApi.endpoints;
  const { messageId } = change;
  const made =
    change.kind === 'edit'
      ? store.dispatch(editMessage.initiate({ messageId, text: change.text }, { track: false }))
      : change.kind === 'delete'
        ? store.dispatch(deleteMessage.initiate({ messageId }, { track: false }))
        : store.dispatch(react.initiate({ messageId, emoji: change.emoji, on: change.on }, { track: false }));
  const { data, error } = await made;
  if (error === undefined) return { data };
  return { error: isApiError(error) ? error : unexpectedError };
}

function afterCall(message: ChatMessage, change: MessageChange, answer: Answer) {
  const senderId = message.senderId?._id ?? '';
  const data = 'data' in answer ? answer.data : undefined;
  if (change.kind === 'edit' && data) return { ...(data as ChatMessage), senderId };
  if (change.kind === 'react' && data) return { ...message, senderId, ...(data as Pick<ChatMessage, 'reactions'>) };
  const { pictures: _pictures, reactions: _reactions, replyTo: _quote, ...rest } = message;
  return { ...rest, senderId, text: '', deletedAt: change.at };
}
