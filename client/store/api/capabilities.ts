import type { CapabilitiesReply } from '#shared/api/service.ts';
import type { Capability } from '#shared/capabilities.ts';
import { apiPaths } from '#shared/paths.ts';
import { baseApi } from './base-api.ts';

const capabilitiesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** What the upstream offers beyond the core calls. A 404 means nothing. */
    capabilities: build.query<readonly Capability[], void>({
      queryFn: async (_arg, _api, _extra, call) => {
        const result = await call(apiPaths.capabilities);
        if (result.error) return result.error.status === 404 || result.error.status === 400 ? { data: [] } : result;
        return { data: (result.data as CapabilitiesReply | undefined)?.capabilities ?? [] };
      },
    }),
  }),
});

/** True once the upstream has said that it can. A control whose capability is missing is not rendered. */
export function useCapability(name: Capability): boolean {
  const { data } = capabilitiesApi.useCapabilitiesQuery();
  return data?.includes(name) ?? false;
}

/** What the upstream offers, once that is known. Nothing, where it would not say. */
export function useCapabilities(): readonly Capability[] | undefined {
  const { data, isError } = capabilitiesApi.useCapabilitiesQuery();
  return data ?? (isError ? none : undefined);
}

const none: readonly Capability[] = [];

/** False until it is known what the upstream can do: for queries that must choose between two calls. */
export function useCapabilitiesKnown(): boolean {
  const { isSuccess, isError } = capabilitiesApi.useCapabilitiesQuery();
  return isSuccess || isError;
}
