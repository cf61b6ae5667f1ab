import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { createGateway } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';

// The whole gateway with every protection on. `peer-gateway.ts upstreamPort general|fast`.
const upstreamUrl = `http://127.0.0.1:${process.argv[2]}`;
const { server } = createGateway({
  config: loadConfig({ UPSTREAM_URL: upstreamUrl }),
  upstreamUrl: new URL(upstreamUrl),
  log: pino({ level: 'silent' }),
  useFastLane: process.argv[3] === 'fast',
});
process.once('SIGINT', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
