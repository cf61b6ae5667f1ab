import { baseApi } from '#client/store/api/base-api.ts';
import { apiPaths } from '#shared/paths.ts';

export const { useAcknowledgeMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Says that the user has read a moderator's warning. */
    acknowledge: build.mutation<unknown, string>({
      query: (warningId) => ({ url: apiPaths.warningAcknowledge(warningId), method: 'POST' }),
    }),
  }),
});
