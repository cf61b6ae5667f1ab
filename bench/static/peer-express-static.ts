import type { AddressInfo } from 'node:net';
import express from 'express';

// `peer-express-static.ts folder`.
const app = express();
app.use(express.static(process.argv[2] ?? '.', { immutable: true, maxAge: '1y' }));
const server = app.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
