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
  onChanges,
  waitingChanges,
} from '#client/live/changes.ts';
import type { LiveParts } from '#client/live/live-context.ts';
import type { AppStore } from '#client/state/make-store.ts';
import type { ChatMessage } from '#shared/api/chat.ts';

/** After a call without an answer, while the connection seems to be there. */
const askAgainMs = 5000;

/** Sends edits, deletions and reactions as they are made, and those that waited for the network when it is back. */
export function sendOwnChanges({ store, userId, announce }: LiveParts): { flush: () => void; stop: () => void } {
  const isWaiting = () => waitingChanges(userId).some(({ state }) => state === 'waiting');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sender = createChangeSender({
    store,
    userId,
    onRefused: (change, reason) => {
      const text = `${refusedWords[change.kind]} ${reason}`;
      const href = conversationHref(change.peerId);
      // An edit stays on its message, with the reason beside it.
      if (change.kind === 'edit')
        announce({ key: `failed:${change.peerId}`, text, href, action: 'Open', kind: 'failure' });
      else toast.error(text);
    },
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  const flush = async () => {
    clearTimeout(timer);
    if (!isWaiting()) return;
    await sender.flush();
    if (isWaiting() && navigator.onLine) timer = setTimeout(() => void flush(), askAgainMs);
  };
  const stops = [onChanges(() => void flush()), onReturn(() => void flush()), () => clearTimeout(timer)];
  void flush();
  return {
    flush: () => void flush(),
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

interface Ports {
  store: AppStore;
  userId: string;
  /** Called for each change that the upstream refused. */
  onRefused: (change: MessageChange, reason: string) => void;
  pause: (ms: number) => Promise<void>;
}

const attempts = 6;
const pauseMs = 1500;

/**
 * Sends the waiting changes one after the other, until none is left or no answer comes. Each call may be repeated,
 * because it names the wanted result.
 */
export function createChangeSender(ports: Ports): { flush: () => Promise<void> } {
  const { userId } = ports;
  let running: Promise<void> | undefined;
  let again = false;

  const next = () => waitingChanges(userId).find(({ state }) => state === 'waiting');

  const run = async () => {
    do {
      again = false;
      for (let change = next(), tried = 1; change; change = next()) {
        const error = await send(ports, change);
        if (error === undefined) tried = 1;
        else if (error.status === 0) return;
        else if (isPassing(error)) {
          if (tried === attempts) return;
          tried += 1;
          await ports.pause(error.retryAfter === undefined ? pauseMs : error.retryAfter * 1000);
        } else {
          tried = 1;
          refuse(ports, change, error);
        }
      }
    } while (again);
  };

  return {
    flush: () => {
      again = true;
      running ??= Promise.resolve()
        .then(() => oneTabAtATime(userId, run))
        .finally(() => {
          running = undefined;
        });
      return running;
    },
  };
}

/** Resolves to undefined once the change is made. A message that is already gone counts as deleted. */
async function send(ports: Ports, change: MessageChange): Promise<ApiError | undefined> {
  const { store, userId } = ports;
  const { peerId, messageId } = change;
  const stored = () => loadedThread(store, peerId)?.messages.find(({ _id }) => _id === messageId);
  const revBefore = loadedThread(store, peerId)?.rev;
  const result = await call(store, change);
  if ('error' in result) {
    if (result.error.status !== 404 || change.kind === 'edit') return result.error;
  }
  const before = stored();
  if (before && !isFulfilled(before, change)) {
    applyOwnChange(store, peerId, afterCall(before, change, result), revBefore);
    const after = stored();
    // Events came between the call and its answer, and none of them says what this change has made.
    if (after && !isFulfilled(after, change)) await store.dispatch(refetchChat(peerId));
  }
  endChange(userId, change);
  return undefined;
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

function isPassing({ status }: ApiError): boolean {
  return status === 429 || status >= 500;
}

/** A reaction that was refused disappears; a text stays with its reason, to be kept or dropped. */
function refuse({ userId, onRefused }: Ports, change: MessageChange, { message }: ApiError): void {
  if (change.kind === 'edit') makeChange(userId, { ...change, state: 'failed', reason: message });
  else endChange(userId, change);
  onRefused(change, message);
}

/** Two tabs share the changes. */
async function oneTabAtATime(userId: string, run: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return run();
  await navigator.locks.request(`dotcode:changes:${userId}`, run);
}
