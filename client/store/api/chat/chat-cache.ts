import { baseApi } from '#client/store/api/base-api.ts';
import type { AppStore } from '#client/store/make-store.ts';
import type { ChatMessage, Conversation } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';
import { chatApi } from './chat-api.ts';
import { mergeMessages } from './merge-messages.ts';

/** A message with its id, from an event or a reply. */
export interface KnownMessage {
  peerId: string;
  message: ChatMessage & { senderId: User };
  /** Whether the user read it on arrival; it then does not count as unread. */
  seen: boolean;
}

/** Adds a message to the loaded thread and conversation list. Returns whether it was new to the list. */
export function applyMessage(store: AppStore, known: KnownMessage): boolean {
  applyToThread(store, known.peerId, known.message);
  return applyToList(store, known);
}

function applyToThread(store: AppStore, peerId: string, message: ChatMessage): void {
  const thread = chatApi.endpoints.chat.select(peerId)(store.getState()).data;
  if (!thread) return void addAfterLoad(store, peerId, message);
  const last = thread.messages.at(-1);
  store.dispatch(
    chatApi.util.updateQueryData('chat', peerId, (draft) => {
      mergeMessages(draft.messages, [message]);
    }),
  );
  // A gap in the sequence numbers: a message was missed, so the history is loaded again.
  if (last?.seq !== undefined && message.seq !== undefined && message.seq > last.seq + 1)
    void refetchChat(store, peerId);
}

/** The first load of the thread may have been answered from before this message. */
async function addAfterLoad(store: AppStore, peerId: string, message: ChatMessage): Promise<void> {
  const load = store.dispatch(chatApi.util.getRunningQueryThunk('chat', peerId));
  if (load && (await load).data) applyToThread(store, peerId, message);
}

function applyToList(store: AppStore, { peerId, message, seen }: KnownMessage): boolean {
  const { _id, text, createdAt, senderId } = message;
  const lastMessage = conversationWith(store, peerId)?.lastMessage;
  if (lastMessage && (lastMessage._id === _id || lastMessage.createdAt > createdAt)) return false;
  changeConversation(store, peerId, (conversation) => {
    conversation.lastMessage = { _id, text, createdAt, senderId: senderId._id };
    // A user who answers has read the earlier messages.
    if (senderId._id !== peerId) conversation.unread = 0;
    else if (!seen) conversation.unread += 1;
    return 'to the front';
  });
  return true;
}

export function applyUnread(store: AppStore, peerId: string, unread: number): void {
  changeConversation(store, peerId, (conversation) => {
    conversation.unread = unread;
    return 'in place';
  });
  store.dispatch(
    chatApi.util.updateQueryData('chat', peerId, (draft) => {
      draft.unread = unread;
    }),
  );
}

/** The conversation with this person, if it is on a loaded page. */
export function conversationWith(store: AppStore, peerId: string): Conversation | undefined {
  const { data } = chatApi.endpoints.conversations.select()(store.getState());
  return data?.pages.flatMap(({ items }) => items).find(({ user }) => user._id === peerId);
}

/** Changes the unread count of a conversation and the total. Loads the list again where the result cannot be right. */
function changeConversation(
  store: AppStore,
  peerId: string,
  change: (conversation: Conversation) => 'to the front' | 'in place',
): void {
  const { data, status } = chatApi.endpoints.conversations.select()(store.getState());
  const isKnown = conversationWith(store, peerId) !== undefined;
  // A reply under way may be older than this change and would undo it.
  if ((data && !isKnown) || status === 'pending') store.dispatch(baseApi.util.invalidateTags(['Chats']));
  if (!isKnown) return;
  store.dispatch(
    chatApi.util.updateQueryData('conversations', undefined, ({ pages }) => {
      const [first] = pages;
      const page = pages.find(({ items }) => items.some(({ user }) => user._id === peerId));
      const index = page?.items.findIndex(({ user }) => user._id === peerId) ?? -1;
      const conversation = page?.items[index];
      if (!first || !page || !conversation) return;
      const before = conversation.unread;
      const place = change(conversation);
      first.unreadTotal += conversation.unread - before;
      if (place === 'in place') return;
      page.items.splice(index, 1);
      first.items.unshift(conversation);
    }),
  );
}

/** The other person has read up to this message. */
export function applyReceipt(store: AppStore, peerId: string, messageId: string): void {
  store.dispatch(
    chatApi.util.updateQueryData('chat', peerId, (draft) => {
      const before = draft.messages.findIndex(({ _id }) => _id === draft.readUpTo);
      const now = draft.messages.findIndex(({ _id }) => _id === messageId);
      if (now > before) draft.readUpTo = messageId;
    }),
  );
}

/**
 * Loads a conversation again, if it was asked for. A load under way may have been answered before the event that asks
 * for this, so another follows it; several wishes meanwhile are one load. It waits for no other call.
 */
export async function refetchChat(store: AppStore, peerId: string): Promise<void> {
  const { initiate, select } = chatApi.endpoints.chat;
  if (select(peerId)(store.getState()).isUninitialized) return;
  await store.dispatch(chatApi.util.getRunningQueryThunk('chat', peerId));
  await store.dispatch(initiate(peerId, { forceRefetch: true, subscribe: false }));
}

/** The lists that change in the sight of a user whose upstream sends no events for them. */
export function refetchLive(store: AppStore): void {
  store.dispatch(
    baseApi.util.invalidateTags(['Chat', 'Chats', 'Received', 'Connections', 'Interest', 'Notifications']),
  );
}
