import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { AppStore, RootState } from '#client/store/make-store.ts';
import { type ApiError, isApiError, unexpectedError } from '#client/text/api-error.ts';
import type { CapabilitiesReply } from '#shared/api/service.ts';
import type { Capability } from '#shared/capabilities.ts';
import { entryPaths } from '#shared/entry-paths.ts';
import { baseApi } from './base-api.ts';

const capabilitiesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The features that the upstream has beyond the core calls; none after a 404. */
    capabilities: build.query<readonly Capability[], void>({
      queryFn: async (_arg, _api, _extra, call) => {
        const result = await call(entryPaths.capabilities);
        if (result.error) return isAnswer(result.error) ? { data: [] } : result;
        return { data: (result.data as CapabilitiesReply | undefined)?.capabilities ?? [] };
      },
    }),
  }),
});

/** Asks for the capabilities before a component does; undefined when the call failed. */
export async function loadCapabilities(store: AppStore): Promise<readonly Capability[] | undefined> {
  return (await store.dispatch(capabilitiesApi.endpoints.capabilities.initiate(undefined, { subscribe: false }))).data;
}

/** Whether the upstream is known to have a capability, for parts of the store that cannot name its type. */
export function hasCapability(state: unknown, name: Capability): boolean {
  const { data } = capabilitiesApi.endpoints.capabilities.select()(state as RootState);
  return data !== undefined && includes(data, name);
}

/** Whether the upstream has a capability, for queries that wait until that is known. */
export async function offers(
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>,
  name: Capability,
): Promise<{ data: boolean } | { error: ApiError }> {
  const asked = capabilitiesApi.endpoints.capabilities.initiate(undefined, { subscribe: false });
  const { data, error } = await dispatch(asked);
  if (data) return { data: includes(data, name) };
  return { error: isApiError(error) ? error : unexpectedError };
}

/** Whether the upstream has a capability; false until that is known. Do not render controls that need a missing one. */
export function useCapability(name: Capability): boolean {
  const { data } = capabilitiesApi.useCapabilitiesQuery();
  return data !== undefined && includes(data, name);
}

/** An upstream that offers `safety` offers all of its parts. */
export function includes(offered: readonly Capability[], name: Capability): boolean {
  return offered.includes(name) || (name.startsWith('safety.') && offered.includes('safety'));
}

/** The capabilities, once they are known; none when the call failed. */
export function useCapabilities(): readonly Capability[] | undefined {
  const { data, error } = capabilitiesApi.useCapabilitiesQuery();
  return data ?? (error === undefined ? undefined : none);
}

const none: readonly Capability[] = [];

/** An upstream that does not know the path says so with 404 or 400; one whose database is down with 400, too. */
function isAnswer({ status, code }: ApiError): boolean {
  return (status === 404 || status === 400) && code !== 'unavailable';
}

/** Whether the capabilities are known, for queries that must choose between two calls. */
export function useCapabilitiesKnown(): boolean {
  const { data, error } = capabilitiesApi.useCapabilitiesQuery();
  // The error stays while the call is made again: a screen that went on without an answer does not go back to waiting.
  return data !== undefined || error !== undefined;
}
