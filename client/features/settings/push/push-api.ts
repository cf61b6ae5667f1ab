import { baseApi } from '#client/store/api/base-api.ts';
import type { PushKeyReply, PushState, PushSubscribed, PushSubscriptionBody } from '#shared/api/push.ts';
import { apiPaths } from '#shared/paths.ts';

/** With the capability `push`. */
const pushApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    pushKey: build.query<PushKeyReply, void>({ query: () => apiPaths.pushKey }),
    subscribePush: build.mutation<PushSubscribed, PushSubscriptionBody>({
      query: (body) => ({ url: apiPaths.pushSubscription, method: 'POST', body }),
    }),
    unsubscribePush: build.mutation<PushState, void>({
      query: () => ({ url: apiPaths.pushSubscription, method: 'DELETE' }),
    }),
  }),
});

export const { usePushKeyQuery, useSubscribePushMutation, useUnsubscribePushMutation } = pushApi;
