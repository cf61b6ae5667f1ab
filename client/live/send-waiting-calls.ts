import { toast } from 'sonner';
import { baseApi } from '#client/api/base-api.ts';
import type { StoreServices } from '#client/api/base-query/base-query.ts';
import { isBeingSent, sendWaiting } from '#client/api/base-query/wait-for-network.ts';
import { type WaitingCall, waitingCalls } from '#client/lib/device/waiting-calls.ts';
import { isApiError } from '#client/lib/text/api-error.ts';
import type { AppStore } from '#client/state/make-store.ts';

const waitingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    sendWaiting: build.mutation<unknown, { userId: string; call: WaitingCall }>({
      queryFn: ({ userId, call }, api, _options, send) =>
        sendWaiting(userId, call, api, async (made) => send(made) as ReturnType<typeof sendWaiting>),
      invalidatesTags: ['User', 'Sent', 'Received', 'Connections', 'Chats', 'Project', 'Interest'],
    }),
  }),
});

/** Makes the calls that an earlier page of this user has left waiting, in their order. */
export async function sendWaitingCalls(store: AppStore, userId: string): Promise<void> {
  const services = store.dispatch((_dispatch, _getState, extra: StoreServices) => extra);
  const send = async (call: WaitingCall) => {
    const { error } = await store.dispatch(
      waitingApi.endpoints.sendWaiting.initiate({ userId, call }, { track: false }),
    );
    // The decision that was to be taken back is gone already.
    const isGone = call.method === 'DELETE' && isApiError(error) && error.status === 404;
    if (isApiError(error) && error.code !== 'aborted' && !isGone) toast.error(`${call.words}: ${error.message}`);
  };
  // Each waits for its turn: what the user does meanwhile comes after all of them.
  await Promise.all(
    waitingCalls(userId)
      .filter((call) => !isBeingSent(services, call))
      .map(send),
  );
}
