import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';
import { baseApi } from '#client/store/api/base-api.ts';
import type { Passkey, PasskeysReply } from '#shared/api/passkeys.ts';
import { apiPaths } from '#shared/paths.ts';

/** With the capability `passkeys`. */
const passkeysApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    passkeys: build.query<Passkey[], void>({
      query: () => apiPaths.passkeys,
      transformResponse: (reply: PasskeysReply) => reply.items,
      providesTags: ['Passkey'],
    }),
    passkeyOptions: build.mutation<PublicKeyCredentialCreationOptionsJSON, void>({
      query: () => ({ url: apiPaths.passkeyOptions, method: 'POST' }),
    }),
    addPasskey: build.mutation<Passkey, RegistrationResponseJSON>({
      query: (response) => ({ url: apiPaths.passkeys, method: 'POST', body: { response } }),
      invalidatesTags: ['Passkey'],
    }),
    renamePasskey: build.mutation<Passkey, { id: string; name: string }>({
      query: ({ id, name }) => ({ url: apiPaths.passkey(id), method: 'PATCH', body: { name } }),
      invalidatesTags: ['Passkey'],
    }),
    removePasskey: build.mutation<unknown, string>({
      query: (id) => ({ url: apiPaths.passkey(id), method: 'DELETE' }),
      invalidatesTags: ['Passkey'],
    }),
  }),
});

export const {
  usePasskeysQuery,
  usePasskeyOptionsMutation,
  useAddPasskeyMutation,
  useRenamePasskeyMutation,
  useRemovePasskeyMutation,
} = passkeysApi;
