import type { Environment } from '#config/variable.ts';
import type { GatewayConfig } from '#server/config/config.ts';
import { createClientAddressReader } from '#server/request/client-address.ts';
import { pathOf } from '#server/request/target.ts';
import { startTracing, type Tracing } from '#telemetry/tracing.ts';
import { createLog } from './log.ts';
import { routeLabel } from './route-label.ts';

/** OpenTelemetry for the gateway, where the environment asks for it; only trusted proxies may name a trace. */
export function startGatewayTracing({ trustProxy, logLevel }: GatewayConfig, env: Environment): Promise<Tracing> {
  const readAddress = createClientAddressReader(trustProxy);
  return startTracing({
    env,
    name: 'dotcode-gateway',
    routeOf: ({ url = '' }) => routeLabel(pathOf(url)),
    continuesTrace: (request) => readAddress(request).trustedPeer,
    onTrouble: (error) =>
      createLog(logLevel).warn(
        { service: 'OpenTelemetry collector', reason: error instanceof Error ? error.message : String(error) },
        'a service we need is in trouble',
      ),
  });
}
