import type { ApiError } from '#client/lib/text/api-error.ts';
import type { AppDispatch, AppStore, RootState } from '#client/state/make-store.ts';
import type { CapabilitiesReply } from '#shared/api/errors.ts';
import type { Capability } from '#shared/capabilities.ts';
import { entryPaths } from '#shared/entry-paths.ts';
import { baseApi } from './base-api.ts';

// The profile load and a login end only once the capabilities are known: no signed-in screen is drawn before.

const capabilitiesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The features that the upstream has beyond the core calls; none after a 404. */
    capabilities: build.query<readonly Capability[], void>({
      queryFn: async (_arg, _api, _extra, call) => {
        const told = document.querySelector<HTMLMetaElement>('meta[name="capabilities"]')?.content;
        if (told !== undefined) return { data: told.split(' ') as Capability[] };
        const result = await call(entryPaths.capabilities);
        if (result.error) return isAnswer(result.error) ? { data: [] } : result;
        return { data: (result.data as CapabilitiesReply | undefined)?.capabilities ?? [] };
      },
    }),
  }),
});

const none: readonly Capability[] = [];

/** From the page, else asked once. The error says that the upstream gave no answer. */
export function loadCapabilities({ dispatch }: { dispatch: AppDispatch }) {
  return dispatch(capabilitiesApi.endpoints.capabilities.initiate(undefined, { subscribe: false }));
}

type Group = 'account' | 'chat' | 'projects' | 'safety';
/**
 * A group of controls that come together, or one that an operator or a host may lack. An upstream that offers a part of a
 * group offers all of it.
 */
type Offer = Group | Exclude<Capability, `${Group}.${string}`> | 'account.leaving';

export function hasCapability(state: unknown, name: Offer): boolean {
  const { data = none } = capabilitiesApi.endpoints.capabilities.select()(state as RootState);
  return includes(data, name);
}

/** Do not render controls that need a missing one. */
export function useCapability(name: Offer): boolean {
  return includes(useCapabilities(), name);
}

export function useCapabilities(): readonly Capability[] {
  return capabilitiesApi.useCapabilitiesQuery().data ?? none;
}

/** Whether the upstream has said that it lacks a capability. On the pages of mail links, which open without the profile load. */
export function useLacks(name: Offer): boolean {
  const { data } = capabilitiesApi.useCapabilitiesQuery();
  return data !== undefined && !includes(data, name);
}

export function includes(offered: readonly Capability[], name: Offer): boolean {
  return offered.some((one) => one === name || one.startsWith(`${name}.`));
}

/** For tests: the capabilities as if the page had told them. */
export function tellCapabilities({ dispatch }: AppStore, value: readonly Capability[]): void {
  dispatch(
    baseApi.util.upsertQueryEntries([
      { endpointName: 'capabilities' as never, arg: undefined as never, value: value as never },
    ]),
  );
}

/** An upstream that does not know the path says so with 404 or 400; one whose database is down with 400, too. */
function isAnswer({ status, code }: ApiError): boolean {
  return (status === 404 || status === 400) && code !== 'unavailable';
}
