import type { SiteOptions } from '#server/site/site.ts';
import { makeSite } from './site-fixture.ts';
import { type GatewayOverrides, type StartedGateway, startGateway } from './start-gateway.ts';

/** A gateway that serves the built client of `makeSite`, in front of a port where nothing answers unless it is given. */
export async function startSiteGateway(
  options: Partial<SiteOptions> = {},
  more: Partial<GatewayOverrides> = {},
): Promise<StartedGateway> {
  const { site, remove } = makeSite(options);
  const gateway = await startGateway({ upstreamUrl: 'http://127.0.0.1:9', site, ...more });
  return {
    ...gateway,
    async close() {
      await gateway.close();
      remove();
    },
  };
}
