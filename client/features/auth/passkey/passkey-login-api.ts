import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { baseApi } from '#client/store/api/base-api.ts';
import type { LoginReply } from '#shared/api/auth.ts';
import { apiPaths } from '#shared/paths.ts';

const passkeyLoginApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    passkeyLoginOptions: build.mutation<PublicKeyCredentialRequestOptionsJSON, void>({
      query: () => ({ url: apiPaths.passkeyLoginOptions, method: 'POST' }),
    }),
    passkeyLogin: build.mutation<LoginReply, AuthenticationResponseJSON>({
      query: (response) => ({ url: apiPaths.passkeyLogin, method: 'POST', body: { response } }),
    }),
  }),
});

export const { usePasskeyLoginOptionsMutation, usePasskeyLoginMutation } = passkeyLoginApi;
