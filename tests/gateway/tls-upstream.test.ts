import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { uploadInChunks } from '#tests/support/chunked-upload.ts';
import { head } from '#tests/support/gateway-suite.ts';
import { rawRequest } from '#tests/support/raw-exchange.ts';
import { type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';
import { tlsIdentity } from '#tests/support/tls-identity.ts';
import { acceptAndEcho, handshake } from '#tests/support/web-socket.ts';

const large = randomBytes(1_000_000);
const trusted = getCACertificates('default');

describe('an upstream behind TLS', () => {
  let upstream: Server;
  let gateway: StartedGateway;
  const sockets = new Set<Socket>();

  beforeEach(async () => {
    setDefaultCACertificates([...trusted, tlsIdentity.cert]);
    upstream = createServer(tlsIdentity, async (req, res) => {
      if (req.url === '/media') {
        const body = '{"code":"too_large"}';
        res.writeHead(413, { 'content-length': body.length, connection: 'close' });
        res.end(body, () => req.socket.destroy());
        return;
      }
      const body = await buffer(req);
      res.end(req.url === '/large' ? large : `${req.method} ${req.url} ${body}`);
    });
    upstream.on('upgrade', (req, socket: Socket) => acceptAndEcho(socket, req.headers['sec-websocket-key']));
    upstream.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    upstream.listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const { port } = upstream.address() as AddressInfo;
    gateway = await startGateway({ upstreamUrl: `https://127.0.0.1:${port}` });
  });

  afterEach(async () => {
    setDefaultCACertificates(trusted);
    await gateway.close();
    upstream.close();
    for (const socket of sockets) socket.destroy();
  });

  it('is asked and answers, small and large, over connections that are used again', async () => {
    for (let i = 0; i < 3; i += 1) {
      expect(await (await fetch(`${gateway.url}/api/feed?page=${i}`)).text()).toBe(`GET /feed?page=${i} `);
      const posted = await fetch(`${gateway.url}/api/request`, { method: 'POST', body: 'a body' });
      expect(await posted.text()).toBe('POST /request a body');
      const got = await fetch(`${gateway.url}/api/large`);
      expect(Buffer.from(await got.arrayBuffer()).equals(large)).toBe(true);
    }
    expect(sockets.size).toBe(1);
  });

  it('that refuses an upload, and closes its connection, is passed on', async () => {
    const reply = await uploadInChunks({
      port: gateway.port,
      head: head('POST /api/media', 'Transfer-Encoding: chunked'),
      bytes: 5_000_000,
    });
    expect([reply.status, reply.body]).toEqual([413, '{"code":"too_large"}']);
  });

  it('that never completes the TLS handshake gives 504 in time, for a long poll too', async () => {
    const silent = createTcpServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const waiting = await startGateway({ upstreamUrl: `https://127.0.0.1:${port}`, config: { proxyTimeoutMs: 300 } });
    const reply = await fetch(`${waiting.url}/api/socket.io/?EIO=4&transport=polling`, {
      headers: { cookie: 'token=session-of-the-tests' },
    });
    expect(await reply.json()).toMatchObject({ code: 'upstream_timeout' });
    await waiting.close();
    silent.close();
  });

  it('takes WebSockets', async () => {
    const reply = await rawRequest(gateway.port, `${handshake()}early bytes`, (text) => text.endsWith('early bytes'));
    expect(reply.status).toBe(101);
  });

  it('gives 502 when no trusted authority signed its certificate', async () => {
    setDefaultCACertificates(trusted);
    const reply = await fetch(`${gateway.url}/api/feed`);
    expect(reply.status).toBe(502);
    expect(await reply.json()).toMatchObject({ code: 'upstream_invalid' });
  });
});
