import type { AddressInfo } from 'node:net';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

// The usual recipe: express and http-proxy-middleware with nothing set. `peer-express.ts upstreamPort`.
const app = express();
app.use('/api', createProxyMiddleware({ target: `http://127.0.0.1:${process.argv[2]}` }));
const server = app.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
