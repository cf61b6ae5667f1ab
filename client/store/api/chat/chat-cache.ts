import { baseApi } from '#client/store/api/base-api.ts';
import type { AppStore } from '#client/store/make-store.ts';
import { messageLine } from '#client/text/message-format.ts';
import type { ChangedMessage, ChatMessage, ListedConversation } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';
import { chatApi } from './chat-api.ts';
import { type ConversationKey, keyOf } from './conversation-key.ts';
import { mergeSent } from './merge-messages.ts';

/** A message with its id, from an event or a reply. */
export interface StoredMessage {
  key: ConversationKey;
  message: ChatMessage & { senderId: User };
  /** Whether the user read it on arrival; it then does not count as unread. */
  seen: boolean;
}

/** Adds a message to the loaded thread and conversation list. Returns whether it was new to the list. */
export function applyMessage(store: AppStore, stored: StoredMessage): boolean {
  applyToThread(store, stored.key, stored.message);
  return applyToList(store, stored);
}

function applyToThread(store: AppStore, key: ConversationKey, message: ChatMessage): void {
  const thread = chatApi.endpoints.chat.select(key)(store.getState()).data;
  if (!thread) return void addAfterLoad(store, key, message);
  const last = thread.messages.at(-1);
  store.dispatch(
    chatApi.util.updateQueryData('chat', key, (draft) => {
      mergeSent(draft.messages, message);
    }),
  );
  // A gap in the sequence numbers: a message was missed, so the history is loaded again.
  if (last?.seq !== undefined && message.seq !== undefined && message.seq > last.seq + 1) void refetchChat(store, key);
}

/** The first load of the thread may have been answered from before this message. */
async function addAfterLoad(store: AppStore, key: ConversationKey, message: ChatMessage): Promise<void> {
  const load = store.dispatch(chatApi.util.getRunningQueryThunk('chat', key));
  if (load && (await load).data) applyToThread(store, key, message);
}

function applyToList(store: AppStore, { key, message, seen }: StoredMessage): boolean {
  const { _id, createdAt, senderId } = message;
  const lastMessage = listedConversation(store, key)?.lastMessage;
  if (lastMessage && (lastMessage._id === _id || lastMessage.createdAt > createdAt)) return false;
  changeConversation(store, key, (conversation) => {
    conversation.lastMessage = {
      ...{ _id, text: messageLine(message), createdAt, senderId: senderId._id },
      ...(message.event && { event: message.event }),
    };
    // A user who answers has read the earlier messages.
    if (senderId._id === store.getState().auth.user?._id) conversation.unread = 0;
    else if (!seen) conversation.unread += 1;
    return 'to the front';
  });
  return true;
}

/** The last message of a conversation was edited or deleted: the list shows what it says now. */
export function changeLastMessage(
  store: Pick<AppStore, 'dispatch'>,
  key: ConversationKey,
  message: ChangedMessage,
): void {
  store.dispatch(
    chatApi.util.updateQueryData('conversations', undefined, ({ pages }) => {
      for (const { lastMessage } of pages.flatMap(({ items }) => items.filter((item) => keyOf(item) === key))) {
        // A deleted message never changes any more: an event that says otherwise is an old one.
        if (lastMessage?._id !== message._id || lastMessage.deletedAt !== undefined) continue;
        lastMessage.text = messageLine(message);
        if (message.deletedAt !== undefined) lastMessage.deletedAt = message.deletedAt;
      }
    }),
  );
}

export function applyUnread(store: AppStore, key: ConversationKey, unread: number): void {
  changeConversation(store, key, (conversation) => {
    conversation.unread = unread;
    return 'in place';
  });
  store.dispatch(
    chatApi.util.updateQueryData('chat', key, (draft) => {
      draft.unread = unread;
    }),
  );
}

/** The conversation, if it is on a loaded page. */
export function listedConversation(store: AppStore, key: ConversationKey): ListedConversation | undefined {
  const { data } = chatApi.endpoints.conversations.select()(store.getState());
  return data?.pages.flatMap(({ items }) => items).find((item) => keyOf(item) === key);
}

/** Changes the unread count of a conversation and the total. Loads the list again where the result cannot be right. */
function changeConversation(
  store: AppStore,
  key: ConversationKey,
  change: (conversation: ListedConversation) => 'to the front' | 'in place',
): void {
  const { data, status } = chatApi.endpoints.conversations.select()(store.getState());
  const isKnown = listedConversation(store, key) !== undefined;
  // A reply under way may be older than this change and would undo it.
  if ((data && !isKnown) || status === 'pending') store.dispatch(baseApi.util.invalidateTags(['Chats']));
  if (!isKnown) return;
  store.dispatch(
    chatApi.util.updateQueryData('conversations', undefined, ({ pages }) => {
      const [first] = pages;
      const page = pages.find(({ items }) => items.some((item) => keyOf(item) === key));
      const index = page?.items.findIndex((item) => keyOf(item) === key) ?? -1;
      const conversation = page?.items[index];
      if (!first || !page || !conversation) return;
      const before = conversation.unread;
      const place = change(conversation);
      if (!isMuted(conversation)) first.unreadTotal += conversation.unread - before;
      if (place === 'in place') return;
      page.items.splice(index, 1);
      first.items.unshift(conversation);
    }),
  );
}

/** The other person has read up to this message. */
export function applyReceipt(store: AppStore, key: ConversationKey, messageId: string): void {
  store.dispatch(
    chatApi.util.updateQueryData('chat', key, (draft) => {
      const before = draft.messages.findIndex(({ _id }) => _id === draft.readUpTo);
      const now = draft.messages.findIndex(({ _id }) => _id === messageId);
      if (now > before) draft.readUpTo = messageId;
    }),
  );
}

/**
 * Loads a conversation again, if it was loaded before. A load under way may have been answered before the event that
 * asks for this, so another follows it; several requests meanwhile are one load. It waits for no other call.
 */
export async function refetchChat(store: AppStore, key: ConversationKey): Promise<void> {
  const { initiate, select } = chatApi.endpoints.chat;
  if (select(key)(store.getState()).isUninitialized) return;
  await store.dispatch(chatApi.util.getRunningQueryThunk('chat', key));
  await store.dispatch(initiate(key, { forceRefetch: true, subscribe: false }));
}

/** Loads the lists again that change while the user looks at them, for an upstream that sends no events about them. */
export function refetchLive(store: AppStore): void {
  store.dispatch(
    baseApi.util.invalidateTags(['Chat', 'Chats', 'Received', 'Connections', 'Interest', 'Notifications']),
  );
}

/** A muted room counts for nothing in the totals, and is not announced. */
export function isMuted(conversation: ListedConversation | undefined): boolean {
  return conversation !== undefined && 'room' in conversation && conversation.muted === true;
}
