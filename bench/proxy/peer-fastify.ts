import proxy from '@fastify/http-proxy';
import fastify from 'fastify';

// Fastify with its own proxy plugin, which calls with undici. `peer-fastify.ts upstreamPort`.
const app = fastify();
await app.register(proxy, { upstream: `http://127.0.0.1:${process.argv[2]}`, prefix: '/api' });
const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${new URL(address).port}\n`);
