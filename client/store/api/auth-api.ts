import { setUser } from '#client/store/slices/auth-slice.ts';
import type { LoginPayload, LoginReply, SignupPayload, SignupReply } from '#shared/api/auth.ts';
import type { OwnUser } from '#shared/api/users.ts';
import { entryPaths } from '#shared/entry-paths.ts';
import { baseApi } from './base-api.ts';

export const authApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Loads the signed-in user into the auth slice. */
    profileView: build.query<OwnUser, void>({
      query: () => entryPaths.profileView,
      onQueryStarted: async (_arg, { dispatch, queryFulfilled }) => {
        try {
          dispatch(setUser((await queryFulfilled).data));
        } catch {
          // The caller that started the load handles its failure.
        }
      },
    }),
    /** Sends the body as typed and returns the user, whom the screen stores in the same step as it navigates. */
    login: build.mutation<LoginReply, LoginPayload>({
      query: (body) => ({ url: entryPaths.login, method: 'POST', body }),
    }),
    signup: build.mutation<SignupReply, SignupPayload>({
      query: (body) => ({ url: entryPaths.signup, method: 'POST', body }),
    }),
  }),
});

export const { useLoginMutation } = authApi;

/** Loads the user's own record past the cache, into the auth slice. */
export const loadOwnUser = () =>
  authApi.endpoints.profileView.initiate(undefined, { forceRefetch: true, subscribe: false });
