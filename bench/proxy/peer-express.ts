import cookieParser from 'cookie-parser';
import express from 'express';
import helmet from 'helmet';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { sayPort } from '#bench/harness/say-port.ts';

// The recipe of the same packages with nothing set. `peer-express.ts upstreamPort`.
const app = express();
app.use(helmet(), cookieParser());
app.use('/api', createProxyMiddleware({ target: `http://127.0.0.1:${process.argv[2]}` }));
const server = app.listen(0, '127.0.0.1', () => sayPort(server));
