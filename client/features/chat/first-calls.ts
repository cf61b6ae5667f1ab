import { chatApi } from '#client/store/api/chat/chat-api.ts';
import { roomKey } from '#client/store/api/chat/conversation-key.ts';
import { callConversations } from '#client/store/api/chat/use-conversation-list.ts';
import type { FirstCalls } from '#client/store/first-calls.ts';

export const callChat: FirstCalls = async (store, { id }) => {
  const [{ data }] = await Promise.all([
    store.dispatch(chatApi.endpoints.chat.initiate(id, { subscribe: false })),
    callConversations(store),
  ]);
  return { answer: data?.participants.find((person) => person?._id === id), shown: ['photoUrl'] };
};

export const callRoom: FirstCalls = async (store, { id }) => {
  const [{ data }] = await Promise.all([
    store.dispatch(chatApi.endpoints.chat.initiate(roomKey(id), { subscribe: false })),
    callConversations(store),
  ]);
  return { answer: data?.room?.project, shown: ['projectImage'] };
};

export const callMessages: FirstCalls = async (store) => {
  await callConversations(store);
  return undefined;
};
