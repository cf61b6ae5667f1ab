import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { expect, it, onTestFinished } from 'vitest';
import type { LiveSocket } from '#client/live/live-context.ts';
import { keepConnected } from '#client/live/socket.ts';

/** A server whose handshakes a test can refuse, and a client that is kept connected to it. */
async function pair(refuse: () => Error | undefined = () => undefined) {
  const http = createServer();
  const server = new Server(http);
  server.use((_socket, next) => next(refuse()));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const socket: LiveSocket = io(url, { transports: ['websocket'], autoConnect: false, reconnectionDelay: 20 });
  const stop = keepConnected(socket, () => 0);
  onTestFinished(async () => {
    stop();
    socket.disconnect();
    await server.close();
  });
  const connects = () => new Promise<void>((resolve) => void socket.once('connect', resolve));
  return { server, socket, connects, stop };
}

it('reconnects after a disconnect that the server asked for', async () => {
  const { server, socket, connects } = await pair();
  socket.connect();
  await connects();
  const reason = new Promise((resolve) => void socket.once('disconnect', resolve));
  server.disconnectSockets(true);
  expect(await reason).toBe('io server disconnect');
  await connects();
});

it('tries a refused handshake again', async () => {
  let refusals = 1;
  const unavailable = Object.assign(new Error('not now'), { data: { code: 'unavailable', message: 'not now' } });
  const { socket, connects } = await pair(() => (refusals-- > 0 ? unavailable : undefined));
  socket.connect();
  await connects();
});

it('does not reconnect after the client has disconnected or stopped', async () => {
  const { server, socket, connects, stop } = await pair();
  socket.connect();
  await connects();
  socket.disconnect();
  expect(socket.active).toBe(false);
  socket.connect();
  await connects();
  stop();
  const gone = new Promise((resolve) => void socket.once('disconnect', resolve));
  server.disconnectSockets(true);
  await gone;
  expect(socket.active).toBe(false);
});
