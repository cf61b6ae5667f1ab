import { makeSite } from './site-fixture.ts';
import { type StartedGateway, startGateway } from './start-gateway.ts';

/** A gateway that serves the built client of `makeSite`, in front of a port where nothing answers. */
export async function startSiteGateway(): Promise<StartedGateway> {
  const { site, remove } = makeSite();
  const gateway = await startGateway({ upstreamUrl: 'http://127.0.0.1:9', site });
  return {
    ...gateway,
    async close() {
      await gateway.close();
      remove();
    },
  };
}
