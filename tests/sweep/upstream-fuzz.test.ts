import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { loadConfig } from '#upstream/config.ts';
import type { Deps } from '#upstream/deps.ts';
import { createEventBus } from '#upstream/events.ts';
import { allRoutes } from '#upstream/routes.ts';

/**
 * Values that break servers, among plain ones: operators, prototypes, NUL, lone surrogates, huge numbers, deep nesting.
 */
const oddString = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 20 }),
  fc.constantFrom(
    '',
    '\0',
    'a\0b',
    '\uD800',
    '‮',
    '𝕏'.repeat(300),
    '%',
    '%00',
    '../..',
    "' or 1=1 --",
    '"',
    '*',
    'x'.repeat(5000),
  ),
  fc.constantFrom('a@mail.test', 'https://a.test/x', 'javascript:alert(1)', 'f'.repeat(24), '0'.repeat(24)),
);
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddString,
  fc.double(),
  fc.constantFrom(null, true, -1, 0, 1e308, Number.MAX_SAFE_INTEGER),
  fc.array(oddString, { maxLength: 30 }),
  fc.constantFrom({ $gt: '' }, { $ne: null }, { toString: 1 }, [[[[[]]]]], { length: 1e9 }),
);
const knownFields = [
  ...['firstName', 'lastName', 'emailId', 'password', 'currentPassword', 'newPassword', 'photoUrl', 'about', 'skills'],
  ...['headline', 'location', 'githubUrl', 'projectName', 'projectImage', 'description', 'note', 'text'],
];
const oddBody = fc.oneof(
  fc.dictionary(fc.constantFrom(...knownFields), oddValue, { maxKeys: 8 }).map((body) => JSON.stringify(body)),
  fc
    .dictionary(fc.oneof(oddString, fc.constantFrom('constructor', 'toString', '$where')), oddValue)
    .map((body) => JSON.stringify(body)),
  fc.constantFrom(
    '{"__proto__":{"isAdmin":true}}',
    '{"about":"\\u0000"}',
    '{"skills":["\\ud800"]}',
    '[]',
    'null',
    '{',
    '',
    '{}',
  ),
  fc.json({ maxDepth: 6 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
);
const oddQuery = fc
  .dictionary(
    fc.constantFrom('page', 'limit', 'order', 'skill', 'cursor', 'q', 'before', 'a[b]', '__proto__'),
    fc.oneof(oddString, fc.double().map(String), fc.constantFrom('match', 'WyJyZXN0IiwiYSJd', 'W10', '-1', '1e9')),
    { maxKeys: 4 },
  )
  .map((query) => {
    const search = Object.entries(query).map(([key, value]) => `${encode(key)}=${encode(value)}`);
    return search.length > 0 ? `?${search.join('&')}` : '';
  });
const oddType = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json',
  'text/plain',
  'application/json; charset=x',
);

await describeOnEachDatabase('every route under fuzz', (engine) => {
  let upstream: StartedUpstream;
  let person: SignedUp;
  beforeAll(async () => {
    // With mail, so that its calls are there; nobody takes the mails.
    upstream = await startUpstream({ engine, env: { MAIL_URL: 'smtp://127.0.0.1:1' } });
    person = await upstream.signUp();
  });
  afterAll(() => upstream.close());

  for (const route of routes())
    it(`${route.method} ${route.path} answers anything without a failure of its own`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(oddString, { minLength: 3, maxLength: 3 }),
          fc.boolean(),
          oddQuery,
          oddBody,
          oddType,
          async (segments, realIds, query, body, type) => {
            const ids = [...segments];
            const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => {
              const known = route.params?.[name];
              if (known instanceof z.ZodEnum && realIds) return String(known.options[0]);
              return realIds ? person.id : encode(ids.pop() ?? '') || '-';
            });
            // A copy of the cookie jar, so that a sign-out or an ended session does not end the run.
            const client = person.client.copy();
            const withBody = route.method !== 'GET';
            const reply = await client.send(route.method, path + query, undefined, {
              ...(withBody && { body, headers: { 'content-type': type } }),
            });
            expect(reply.status, `${path}${query} ${body}: ${reply.text}`).toBeLessThan(500);
            if (reply.status >= 400 && route.path !== '/openapi.json')
              expect(reply.body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
          },
        ),
        { numRuns: 15, ...(process.env.FUZZ_SEED && { seed: Number(process.env.FUZZ_SEED) }) },
      );
      expect((await upstream.client().get('/health')).status).toBe(200);
      if ((await person.client.get('/profile/view')).status === 401)
        await person.client.post('/login', { emailId: person.emailId, password: person.password });
    });
});

/** Only the routes' descriptions are used; their handlers are never called. */
function routes() {
  const log = pino({ level: 'silent' });
  const config = loadConfig({});
  return allRoutes({
    config,
    log,
    now: Date.now,
    events: createEventBus(log),
    engine: 'sqlite',
    secret: 'secret',
    mail: { mode: 'smtp' },
  } as Deps);
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
