import { afterSuccess, baseApi } from '#client/api/base-api.ts';
import { chatApi } from '#client/api/chat/chat-api.ts';
import { roomKey } from '#client/api/chat/conversation-key.ts';
import { apiPaths } from '#shared/paths.ts';

/** With the capability `projects.room`. */
const roomApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The event `messageChanged` tells everybody in the room, this tab too. */
    pinMessage: build.mutation<unknown, { projectId: string; messageId: string; on: boolean }>({
      query: ({ projectId, messageId, on }) => ({
        url: apiPaths.roomPin(projectId, messageId),
        method: on ? 'PUT' : 'DELETE',
      }),
    }),
    muteRoom: build.mutation<unknown, { projectId: string; on: boolean }>({
      query: ({ projectId, on }) => ({ url: apiPaths.roomMute(projectId), method: on ? 'PUT' : 'DELETE' }),
      onQueryStarted: ({ projectId, on }, { dispatch, queryFulfilled }): Promise<void> =>
        afterSuccess(queryFulfilled, () =>
          dispatch(
            chatApi.util.updateQueryData('chat', roomKey(projectId), ({ pages }) => {
              if (pages[0]?.room) pages[0].room.muted = on;
            }),
          ),
        ),
      invalidatesTags: ['Chats'],
    }),
    /** Puts the line away at once; after a failure it is back. */
    putAwayUnseen: build.mutation<unknown, { projectId: string }>({
      query: ({ projectId }) => ({ url: apiPaths.roomUnseen(projectId), method: 'DELETE' }),
      onQueryStarted: async ({ projectId }, { dispatch, queryFulfilled }) => {
        const away = dispatch(
          chatApi.util.updateQueryData('chat', roomKey(projectId), ({ pages }) => {
            delete pages[0]?.room?.hasUnseen;
          }),
        );
        try {
          await queryFulfilled;
        } catch {
          away.undo();
        }
      },
    }),
  }),
});

export const { usePinMessageMutation, useMuteRoomMutation, usePutAwayUnseenMutation } = roomApi;
