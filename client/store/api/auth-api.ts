import { setUser } from '#client/store/slices/auth-slice.ts';
import type { LoginPayload, LoginReply, SignupPayload, SignupReply } from '#shared/api/auth.ts';
import type { OwnUser } from '#shared/api/users.ts';
import { apiPaths } from '#shared/paths.ts';
import { baseApi } from './base-api.ts';

export const authApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Loads the current user; the answer is stored as the user. */
    profileView: build.query<OwnUser, void>({
      query: () => apiPaths.profileView,
      onQueryStarted: async (_arg, { dispatch, queryFulfilled }) => {
        try {
          dispatch(setUser((await queryFulfilled).data));
        } catch {
          // The caller that started the load handles its failure.
        }
      },
    }),
    /** The body is sent as typed; the answer is the user. The screen stores it, together with the navigation. */
    login: build.mutation<LoginReply, LoginPayload>({
      query: (body) => ({ url: apiPaths.login, method: 'POST', body }),
    }),
    signup: build.mutation<SignupReply, SignupPayload>({
      query: (body) => ({ url: apiPaths.signup, method: 'POST', body }),
    }),
  }),
});

export const { useLoginMutation, useSignupMutation } = authApi;
