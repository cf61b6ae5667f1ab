import { afterEach, describe } from 'vitest';
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

/** A group of tests whose `start` gives a gateway and a scripted upstream, both closed after the test. */
export function describeGateway(promise: string, tests: (start: StartScene) => void): void {
  describe(promise, () => {
    const scenes: Scene[] = [];
    afterEach(async () => {
      for (const { gateway, upstream } of scenes.splice(0)) {
        await gateway.close();
        await upstream.close();
      }
    });
    tests(async (behaviour, { prefix = '', ...options } = {}) => {
      const upstream = await startMisbehavingUpstream(behaviour);
      const gateway = await startGateway({ upstreamUrl: upstream.url + prefix, ...options });
      const scene = { upstream, gateway };
      scenes.push(scene);
      return scene;
    });
  });
}

/** The head of a request for raw sockets. */
export function head(requestLine: string, ...headers: string[]): string {
  return `${[`${requestLine} HTTP/1.1`, 'Host: gateway.test', ...headers].join('\r\n')}\r\n\r\n`;
}
