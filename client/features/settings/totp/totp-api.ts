import { baseApi } from '#client/store/api/base-api.ts';
import type { RecoveryCodesReply, SecondFactorReply, StartTotpReply } from '#shared/api/totp.ts';
import { apiPaths } from '#shared/paths.ts';

/** With the capability `totp`. `Session`: what changes here is in the account's history too. */
const totpApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    secondFactor: build.query<SecondFactorReply, void>({ query: () => apiPaths.totp, providesTags: ['Session'] }),
    startTotp: build.mutation<StartTotpReply, string>({
      query: (password) => ({ url: apiPaths.totpStart, method: 'POST', body: { password } }),
    }),
    confirmTotp: build.mutation<RecoveryCodesReply, string>({
      query: (code) => ({ url: apiPaths.totpConfirm, method: 'POST', body: { code } }),
      invalidatesTags: ['Session'],
    }),
    makeRecoveryCodes: build.mutation<RecoveryCodesReply, string>({
      query: (password) => ({ url: apiPaths.totpRecoveryCodes, method: 'POST', body: { password } }),
      invalidatesTags: ['Session'],
    }),
    switchTotpOff: build.mutation<unknown, string>({
      query: (password) => ({ url: apiPaths.totp, method: 'DELETE', body: { password } }),
      invalidatesTags: ['Session'],
    }),
  }),
});

export const {
  useSecondFactorQuery,
  useStartTotpMutation,
  useConfirmTotpMutation,
  useMakeRecoveryCodesMutation,
  useSwitchTotpOffMutation,
} = totpApi;
