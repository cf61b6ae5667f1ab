import { baseApi } from '#client/api/base-api.ts';
import { includes } from '#client/api/capabilities.ts';
import { muteApi } from '#client/api/safety/mute-api.ts';
import type { AppStore, RootState } from '#client/state/make-store.ts';
import type { NotifyKind, Preferences, PreferencesChange } from '#shared/api/account/preferences.ts';
import type { Capability } from '#shared/capabilities.ts';
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

/** Keeps in the store what the account holds for every device, as far as the upstream has it. Returns the stop. */
export function followAccount(store: AppStore, capabilities: readonly Capability[]): () => void {
  const followed = [
    ...(includes(capabilities, 'safety') ? [store.dispatch(muteApi.endpoints.muted.initiate())] : []),
    ...(includes(capabilities, 'preferences') ? [followPreferences(store)] : []),
  ];
  return () => {
    for (const { unsubscribe } of followed) unsubscribe();
  };
}

/** At its first visit, the account takes over the time zone of the browser. After a failure the next start tries again. */
function followPreferences(store: AppStore) {
  const query = store.dispatch(preferencesApi.endpoints.preferences.initiate());
  void query.then(({ data }) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (data?.timeZone === null && timeZone !== undefined)
      void store.dispatch(preferencesApi.endpoints.changePreferences.initiate({ timeZone }));
  });
  return query;
}
