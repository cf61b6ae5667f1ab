import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operation, operationsOf } from '#tests/support/operations.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';

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

await describeOnEachDatabase('under fuzz', (engine) => {
  let upstream: StartedUpstream;
  let person: SignedUp;
  beforeAll(async () => {
    // With mail, so that its calls are there; nobody takes the mails.
    upstream = await startUpstream({ engine, env: { MAIL_URL: 'smtp://127.0.0.1:1' } });
    person = await upstream.signUp();
  });
  afterAll(() => upstream.close());

  /** Sends anything to a call, with the session of the person. */
  const anything = ({ method, path: pattern, words }: Operation) =>
    fc.asyncProperty(
      fc.array(oddString, { minLength: 3, maxLength: 3 }),
      fc.boolean(),
      oddQuery,
      oddBody,
      oddType,
      async ([...ids], realIds, query, body, type) => {
        const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
          realIds ? (words[name]?.[0] ?? person.id) : encode(ids.pop() ?? '') || '-',
        );
        // A copy of the cookie jar, so that a sign-out or an ended session does not end the run.
        const sent = method === 'GET' ? {} : { body, headers: { 'content-type': type } };
        const reply = await person.client.copy().send(method, path + query, undefined, sent);
        expect(reply.status, `${method} ${path}${query} ${body}: ${reply.text}`).toBeLessThan(500);
        if (reply.status >= 400 && pattern !== '/openapi.json')
          expect(reply.body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
      },
    );

  it('every call answers anything without a failure of its own', { timeout: 1_200_000 }, async () => {
    const seed = process.env.FUZZ_SEED && { seed: Number(process.env.FUZZ_SEED) };
    for (const operation of await operationsOf(upstream.client())) {
      await fc.assert(anything(operation), { numRuns: 15, ...seed });
      expect((await upstream.client().get('/health')).status).toBe(200);
      if ((await person.client.get('/profile/view')).status === 401)
        await person.client.post('/login', { emailId: person.emailId, password: person.password });
    }
  });
});

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
