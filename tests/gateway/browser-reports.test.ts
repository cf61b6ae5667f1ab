import pino from 'pino';
import request from 'supertest';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';

let gateway: StartedGateway;
let lines: Record<string, unknown>[];
let counted: string[];
beforeEach(async () => {
  lines = [];
  counted = [];
  gateway = await startGateway({
    upstreamUrl: 'http://127.0.0.1:9',
    log: pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) }),
    metrics: { countReport: (kind) => counted.push(kind), record: () => undefined, refused: () => undefined },
  });
});
afterEach(() => gateway.close());

const send = (body: unknown, type = 'application/json') =>
  request(gateway.url).post('/browser-reports').set('Content-Type', type).send(JSON.stringify(body));

it('takes an error of the client, with its place and without anything of a person', async () => {
  const { status } = await send({
    kind: 'error',
    name: 'TypeError',
    message: 'ada@mail.test is not a function',
    at: 'index-Ab_1.js:1:234',
    url: '/profile/65f1c0ffee65f1c0ffee65f1?token=secret',
  });
  expect(status).toBe(204);
  expect(lines).toMatchObject([
    { kind: 'error', name: 'TypeError', at: 'index-Ab_1.js:1:234', route: '/profile/:userId' },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/ada@|secret|65f1c0ffee/);
  expect(counted).toEqual(['error']);
});

it('takes reports about the content security policy, and keeps only the host of the refused address', async () => {
  for (const [path, directive, blocked] of [
    ['chat/65f1c0ffee65f1c0ffee65f1', 'script-src-elem', 'https://evil.test/path?who=ada'],
    ['', 'img-src', 'inline'],
  ])
    await send(
      {
        'csp-report': {
          'document-uri': `https://dotcode.test/${path}`,
          'effective-directive': directive,
          'blocked-uri': blocked,
        },
      },
      'application/csp-report',
    );
  expect(lines).toMatchObject([
    { kind: 'csp', directive: 'script-src-elem', blocked: 'https://evil.test', route: '/chat/:targetUserId' },
    { kind: 'csp', directive: 'img-src', blocked: 'inline', route: '/' },
  ]);
});

it('logs 30 reports a minute, counts all of them, and answers 204 to a body that it cannot read', async () => {
  for (let i = 0; i < 32; i += 1) await send({ kind: 'error', name: 'Error' });
  expect([lines.length, counted.length]).toEqual([30, 32]);
  lines.length = 0;
  expect((await send('x'.repeat(20_000))).status).toBe(204);
  expect((await send({ kind: 'error', name: 'x'.repeat(100), at: '\n{"forged":true}' })).status).toBe(204);
  expect((await request(gateway.url).get('/browser-reports')).status).toBe(405);
  expect(lines).toEqual([]);
});
