import { afterEach, describe } from 'vitest';
import { createUndiciTransport } from '#server/proxy/fast/undici-transport.ts';
import { type Behaviour, type MisbehavingUpstream, startMisbehavingUpstream } from './misbehaving-upstream.ts';
import { type GatewayOverrides, type StartedGateway, startGateway } from './start-gateway.ts';

export interface Scene {
  upstream: MisbehavingUpstream;
  gateway: StartedGateway;
}

export type StartScene = (
  behaviour: Behaviour,
  options?: Partial<Omit<GatewayOverrides, 'upstreamUrl'>> & { prefix?: string },
) => Promise<Scene>;

/** Every transport to the upstream gives every guarantee. */
export const transports: readonly { transport: string; deps: Pick<GatewayOverrides, 'optionalTransport'> }[] = [
  { transport: 'http-proxy-middleware', deps: {} },
  { transport: 'undici', deps: { optionalTransport: createUndiciTransport } },
];

/** Tests that run once per transport; `start` gives a gateway and a scripted upstream, closed after the test. */
export function describeGateway(
  promise: string,
  tests: (start: StartScene, deps: Pick<GatewayOverrides, 'optionalTransport'>) => void,
): void {
  // A group of its own, so that documents can name it by the words that stand in the test's file.
  describe(promise, () => {
    describe.each(transports)('through $transport', ({ deps }) => {
      const scenes: Scene[] = [];
      afterEach(async () => {
        for (const { gateway, upstream } of scenes.splice(0)) {
          await gateway.close();
          await upstream.close();
        }
      });
      tests(async (behaviour, { prefix = '', ...options } = {}) => {
        const upstream = await startMisbehavingUpstream(behaviour);
        const gateway = await startGateway({ upstreamUrl: upstream.url + prefix, ...deps, ...options });
        const scene = { upstream, gateway };
        scenes.push(scene);
        return scene;
      }, deps);
    });
  });
}

/** The head of a request for raw sockets. */
export function head(requestLine: string, ...headers: string[]): string {
  return `${[`${requestLine} HTTP/1.1`, 'Host: gateway.test', ...headers].join('\r\n')}\r\n\r\n`;
}
