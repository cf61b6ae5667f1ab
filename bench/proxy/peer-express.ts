import cookieParser from 'cookie-parser';
import express from 'express';
import helmet from 'helmet';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { sayPort } from '#bench/harness/say-port.ts';

// The recipe of the same packages with nothing set: express and http-proxy-middleware, bare or with helmet and
// cookie-parser before them.
// `peer-express.ts upstreamPort bare|recipe`.
const [, , upstreamPort, kind] = process.argv;
const app = express();
if (kind === 'recipe') app.use(helmet(), cookieParser());
app.use('/api', createProxyMiddleware({ target: `http://127.0.0.1:${upstreamPort}` }));
// An orderly end, after which Node writes its CPU profile.
process.once('SIGTERM', () => process.exit(0));
const server = app.listen(0, '127.0.0.1', () => sayPort(server));
