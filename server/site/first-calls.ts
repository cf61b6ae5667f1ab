import type { RequestFacts } from '#server/request/facts.ts';
import { firstCallsOf } from '#shared/first-calls.ts';
import { apiPaths } from '#shared/paths.ts';
import type { ClientRoute } from '#shared/routes.ts';

/**
 * The Link header with which the browser makes the first calls of a screen while it still loads the client. They must be
 * written as the client writes them, or they are made twice.
 */
export async function preloadsOf(
  route: ClientRoute,
  { path, query, capabilities }: Pick<RequestFacts, 'path' | 'query' | 'capabilities'>,
): Promise<string> {
  if (route.access !== 'authenticated') return linkTo([apiPaths.profileView]);
  const calls: string[] = [apiPaths.profileView, apiPaths.capabilities];
  const known = await capabilities?.();
  const id = idIn(route, path);
  if (known !== undefined && id !== undefined) {
    calls.push(...firstCallsOf(route, { id, query: new URLSearchParams(query), capabilities: known }));
  }
  return linkTo(calls);
}

function linkTo(calls: readonly string[]): string {
  return calls.map((call) => `</api/${call}>; rel=preload; as=fetch; crossorigin=use-credentials`).join(', ');
}

/** The id that ends the path; undefined for one that the client and the gateway may encode differently. */
function idIn(route: ClientRoute, path: string): string | undefined {
  if (!route.path.includes(':')) return '';
  return /\/([\w-]+)\/?$/.exec(path)?.[1];
}
