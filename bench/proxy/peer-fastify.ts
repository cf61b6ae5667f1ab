import proxy from '@fastify/http-proxy';
import fastify from 'fastify';
import { sayPort } from '#bench/harness/say-port.ts';

// Fastify with its own proxy plugin, which calls with undici. `peer-fastify.ts upstreamPort`.
const app = fastify();
await app.register(proxy, { upstream: `http://127.0.0.1:${process.argv[2]}`, prefix: '/api' });
await app.listen({ port: 0, host: '127.0.0.1' });
sayPort(app.server);
