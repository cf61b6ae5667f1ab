import type { Environment } from '#platform/config/variable.ts';
import { reasonOf } from '#platform/log/reason.ts';
import type { Tracing } from '#platform/telemetry/traced-program.ts';
import { startTracing } from '#platform/telemetry/tracing.ts';
import type { GatewayConfig } from '#server/config/config.ts';
import { createClientAddressReader } from '#server/request/client-address.ts';
import { pathOf } from '#server/request/target.ts';
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
      const log = await openLog(config);
      log.warn({ service: 'OpenTelemetry collector', reason: reasonOf(error) }, 'a service we need is in trouble');
    },
  });
}
