import type { Environment } from '#config/variable.ts';
import type { GatewayConfig } from '#server/config/config.ts';
import { createClientAddressReader } from '#server/request/client-address.ts';
import { pathOf } from '#server/request/target.ts';
import { startTracing, type Tracing } from '#telemetry/tracing.ts';
import { openLog } from './log.ts';
import { routeLabel } from './route-label.ts';

/** OpenTelemetry for the gateway, where the environment asks for it; only trusted proxies may name a trace. */
export function startGatewayTracing(config: GatewayConfig, env: Environment): Promise<Tracing> {
  const readAddress = createClientAddressReader(config.trustProxy);
  return startTracing({
    env,
    name: 'dotcode-gateway',
    routeOf: ({ url = '' }) => routeLabel(pathOf(url)),
    continuesTrace: (request) => readAddress(request).trustedPeer,
    async onTrouble(error) {
      const reason = error instanceof Error ? error.message : String(error);
      const log = await openLog(config);
      log.warn({ service: 'OpenTelemetry collector', reason }, 'a service we need is in trouble');
    },
  });
}
