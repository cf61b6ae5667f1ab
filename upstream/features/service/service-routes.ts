import { z } from 'zod';
import { productVersion } from '#platform/config/product-version.ts';
import { capabilitiesReplySchema, upstreamHealthSchema } from '#shared/api/errors.ts';
import type { Capability } from '#shared/capabilities.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { describeRoutes } from '#upstream/openapi/describe.ts';

const route = routesOf({ tag: 'service' });

/**
 * `others` returns the capabilities that a browser at a host can use, and `allRoutes` the routes; both are functions because this is one of the routes.
 */
export function serviceRoutes(
  deps: Deps,
  others: (host: string) => Iterable<Capability>,
  allRoutes: () => readonly Route[],
): Route[] {
  let description: ReturnType<typeof describeRoutes> | undefined;
  return [
    route({
      method: 'GET',
      path: '/health',
      summary: 'Whether the service answers, and its database takes writes',
      access: 'public',
      reply: upstreamHealthSchema,
      async handle() {
        if (deps.isLeaving()) throw new ApiError('unavailable', 'This instance is shutting down.');
        const writable = await deps.canWrite().catch(() => undefined);
        if (writable === undefined) throw new ApiError('unavailable', 'The database does not answer.');
        if (!writable) throw new ApiError('unavailable', 'The database is read-only.');
        return {
          status: 'ok' as const,
          version: productVersion,
          uptime: Math.round(process.uptime()),
          database: deps.engine,
        };
      },
    }),
    route({
      method: 'GET',
      path: '/capabilities',
      summary: 'What this upstream can do beyond the core calls',
      access: 'public',
      reply: capabilitiesReplySchema,
      handle: ({ req }) => ({ capabilities: [...new Set(others(req.hostname))] }),
    }),
    route({
      method: 'GET',
      path: '/openapi.json',
      summary: 'This description',
      access: 'public',
      reply: z.looseObject({ openapi: z.string() }),
      handle() {
        description ??= describeRoutes(allRoutes(), deps.config.sessionCookie);
        return description;
      },
    }),
  ];
}
