import { baseApi } from '#client/store/api/base-api.ts';
import type { AppStore } from '#client/store/make-store.ts';
import type { ChangedMessage } from '#shared/api/chat.ts';
import type { MessageChangedEvent } from '#shared/socket-events.ts';
import { applyChange } from './apply-change.ts';
import { catchUp, chatApi } from './chat-api.ts';
import { changeLastMessage } from './chat-cache.ts';
import type { ConversationKey } from './conversation-key.ts';

type Store = Pick<AppStore, 'dispatch' | 'getState'>;

/**
 * A message of this conversation has changed. The events of a conversation are numbered without gaps: one that follows on
 * is applied, an older one is known, and a later one means that some were missed, which are then asked for.
 */
export function hearChange(store: Store, key: ConversationKey, event: MessageChangedEvent): void {
  const { rev, message } = event;
  const loaded = chatApi.endpoints.chat.select(key)(store.getState()).data;
  if (!loaded) void hearAfterLoad(store, key, event);
  else if (loaded.rev !== undefined && rev <= loaded.rev) return;
  store.dispatch(
    chatApi.util.updateQueryData('chat', key, (draft) => {
      if (draft.rev === undefined) return;
      draft.heard = Math.max(draft.heard ?? 0, rev);
      if (rev !== draft.rev + 1) return;
      applyChange(draft, message);
      draft.rev = rev;
    }),
  );
  changeLastMessage(store, key, message);
  store.dispatch(baseApi.util.invalidateTags(['FoundMessages']));
  void catchUp(store.dispatch, store.getState, key);
}

/** The first load of the thread may have been answered from before this change. */
async function hearAfterLoad(store: Store, key: ConversationKey, event: MessageChangedEvent): Promise<void> {
  const load = store.dispatch(chatApi.util.getRunningQueryThunk('chat', key));
  if (load && (await load).data) hearChange(store, key, event);
}

/** What the upstream answers to the user's own change, before its event. Skipped where events have come meanwhile. */
export function applyOwnChange(
  store: Store,
  key: ConversationKey,
  message: ChangedMessage,
  revBefore: number | undefined,
) {
  store.dispatch(
    chatApi.util.updateQueryData('chat', key, (draft) => {
      if (draft.rev === revBefore) applyChange(draft, message);
    }),
  );
  changeLastMessage(store, key, message);
}
