import pino from 'pino';
import { sayPort } from '#bench/harness/say-port.ts';
import { createGateway } from '#server/app.ts';
import { loadConfig } from '#server/config/config.ts';
import { createUndiciTransport } from '#server/proxy/fast/undici-transport.ts';

// The gateway in a process that ends on SIGINT with a CPU profile. `peer-gateway.ts upstreamPort default|fast`.
const upstreamUrl = `http://127.0.0.1:${process.argv[2]}`;
const { server } = createGateway({
  config: loadConfig({ UPSTREAM_URL: upstreamUrl, RATE_LIMIT_FACTOR: '100000' }),
  upstreamUrl: new URL(upstreamUrl),
  log: pino({ level: 'silent' }),
  ...(process.argv[3] === 'fast' && { optionalTransport: createUndiciTransport }),
});
process.once('SIGINT', () => process.exit(0));
server.listen(0, '127.0.0.1', () => sayPort(server));
