import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { noteIdleTime } from './upstream-agent.ts';

it.each([
  ['5 s', ['Keep-Alive', 'timeout=5'], 4000],
  ['75 s and a number of calls', ['Keep-Alive', 'timeout=75, max=100'], 74_000],
  ['one second', ['keep-alive', 'timeout=1'], 1],
  ['a day', ['Keep-Alive', 'timeout=86400'], 600_000],
  ['nothing', [], 4000],
])('keeps a connection idle for a second less than the upstream announces: %s', (_what, rawHeaders, idleMs) => {
  const socket = new Socket();
  onTestFinished(() => void socket.destroy());
  noteIdleTime({ rawHeaders, socket } as unknown as IncomingMessage);
  expect(socket.timeout).toBe(idleMs);
});
