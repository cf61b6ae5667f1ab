import cookieParser from 'cookie-parser';
import express from 'express';
import helmet from 'helmet';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { sayPort } from '#bench/harness/say-port.ts';

// The usual recipe: express and http-proxy-middleware with nothing set, bare or with what tutorials add.
// `peer-express.ts upstreamPort bare|usual`.
const [, , upstreamPort, kind] = process.argv;
const app = express();
if (kind === 'usual') app.use(helmet(), cookieParser());
app.use('/api', createProxyMiddleware({ target: `http://127.0.0.1:${upstreamPort}` }));
const server = app.listen(0, '127.0.0.1', () => sayPort(server));
