import { baseApi } from '#client/store/api/base-api.ts';
import type { RootState } from '#client/store/make-store.ts';
import type { NotifyKind, Preferences, PreferencesChange } from '#shared/api/preferences.ts';
import { apiPaths } from '#shared/paths.ts';

export const preferencesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** With the capability `preferences`, like `changePreferences`. */
    preferences: build.query<Preferences, void>({ query: () => ({ url: apiPaths.preferences }) }),
    /** Changes the given preferences, at once on screen; after a failure they are as the upstream has them. */
    changePreferences: build.mutation<Preferences, PreferencesChange>({
      query: (body) => ({ url: apiPaths.preferences, method: 'PATCH', body }),
      onQueryStarted: async (change, { dispatch, queryFulfilled }) => {
        dispatch(
          preferencesApi.util.updateQueryData('preferences', undefined, (draft) => {
            const { notify = {}, privacy = {}, ...rest } = change;
            for (const [kind, ways] of Object.entries(notify)) Object.assign(draft.notify[kind as NotifyKind], ways);
            Object.assign(draft.privacy, privacy);
            Object.assign(draft, rest);
          }),
        );
        try {
          // The answer is not put into the cache: a later change may be under way, and it would flicker.
          await queryFulfilled;
        } catch {
          dispatch(preferencesApi.endpoints.preferences.initiate(undefined, { forceRefetch: true, subscribe: false }));
        }
      },
    }),
  }),
});

export const { usePreferencesQuery: useAccountPreferencesQuery, useChangePreferencesMutation } = preferencesApi;

/** Whether the user wants no toasts about this kind. */
export function isOffPage(state: RootState, kind: string): boolean {
  const { data } = preferencesApi.endpoints.preferences.select()(state);
  return data?.notify[kind as NotifyKind]?.page === false;
}
