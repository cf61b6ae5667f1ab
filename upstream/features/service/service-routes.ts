import { sql } from 'kysely';
import { productVersion } from '#config/product-version.ts';
import type { CapabilitiesReply, UpstreamHealth } from '#shared/api/service.ts';
import type { Capability } from '#shared/capabilities.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import { defineRoute, type Route } from '#upstream/http/route.ts';
import { describeRoutes } from '#upstream/openapi/describe.ts';

/** `others` gives what this upstream can do, `allRoutes` its calls, once all features are there. */
export function serviceRoutes(
  deps: Deps,
  others: () => Iterable<Capability>,
  allRoutes: () => readonly Route[],
): Route[] {
  let description: Record<string, unknown> | undefined;
  return [
    defineRoute({
      method: 'GET',
      path: '/health',
      summary: 'Whether the service and its database answer',
      tag: 'service',
      access: 'public',
      async handle(): Promise<UpstreamHealth> {
        try {
          await sql`select 1`.execute(deps.db);
        } catch {
          throw new ApiError('unavailable', 'The database does not answer.');
        }
        return {
          status: 'ok',
          version: productVersion,
          uptime: Math.round(process.uptime()),
          database: deps.engine,
        };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/capabilities',
      summary: 'What this upstream can do beyond the core calls',
      tag: 'service',
      access: 'public',
      handle: (): CapabilitiesReply => ({ capabilities: [...new Set(others())] }),
    }),
    defineRoute({
      method: 'GET',
      path: '/openapi.json',
      summary: 'This description',
      tag: 'service',
      access: 'public',
      handle() {
        description ??= describeRoutes(allRoutes(), deps.config.sessionCookie);
        return description;
      },
    }),
  ];
}
