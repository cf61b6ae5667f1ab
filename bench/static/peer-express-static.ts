import express from 'express';
import { sayPort } from '#bench/harness/say-port.ts';

// `peer-express-static.ts folder`.
const app = express();
app.use(express.static(process.argv[2] ?? '.', { immutable: true, maxAge: '1y' }));
const server = app.listen(0, '127.0.0.1', () => sayPort(server));
