import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { anyPathOf, operationsOf } from '#tests/support/operations.ts';
import { type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { bodyLimitOf } from '#upstream/http/body-limit.ts';
import { parseBody } from '#upstream/http/validate.ts';

const nobody = 'f'.repeat(24);

describe('bodies of many small parts', () => {
  let upstream: StartedUpstream;
  beforeAll(async () => {
    upstream = await startUpstream({ env: { MAIL_URL: '', LEAVING_DAYS: '14' } });
  });
  afterAll(() => upstream.close());

  const keysOf = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1])));

  it('are refused by every call before they are read, or with the names of a few keys', async () => {
    const { client } = await upstream.signUp();
    const [large, small] = [keysOf(17_000), keysOf(500)];
    const calls = (await operationsOf(client)).filter(({ takesJson }) => takesJson);
    expect(calls.length).toBeGreaterThan(30);
    for (const operation of calls) {
      const { name: what, method, needsSession } = operation;
      const path = anyPathOf(operation, nobody);
      const ofLarge = await client.send(method, path, {}, { body: large });
      // Without a session, nobody makes the upstream parse what no call needs.
      if (!needsSession) expect(ofLarge.status, what).toBe(413);
      else expect([400, 404, 413], what).toContain(ofLarge.status);
      const ofSmall = await client.send(method, path, {}, { body: small });
      expect([400, 404, 413], `${what}: ${ofSmall.status}`).toContain(ofSmall.status);
      if (ofSmall.status === 400) expect(Object.keys(ofSmall.body.fields), what).toHaveLength(5);
    }
  });
});

describe('a body', () => {
  const schema = z.strictObject({ name: z.string().max(10) });

  it('with unknown keys is refused without a look at its fields', () => {
    const body = {
      get name(): string {
        throw new Error('read');
      },
      unknown: 1,
    };
    expect(() => parseBody(schema, body)).toThrow('Not known here: "unknown"');
  });

  it('with more parts than any call takes, at any depth, is refused without a look at them', () => {
    const unread = z.array(
      z.custom(() => {
        throw new Error('read');
      }),
    );
    for (const list of [Array(1001).fill(1), [Array(1001).fill({})], [{ a: Array(1001).fill('') }]])
      expect(() => parseBody(z.strictObject({ list: unread }), { list })).toThrow('parts');
  });

  it('has room for every field at its longest, escaped, and for little more', () => {
    const limit = bodyLimitOf(schema);
    expect(limit).toBeGreaterThan(10 * 6);
    expect(limit).toBeLessThan(5000);
    const id = z
      .string()
      .regex(/^[0-9a-f]{24}$/)
      .max(24);
    expect(bodyLimitOf(z.strictObject({ ids: z.array(id).max(1000) }))).toBeLessThan(40_000);
    expect(bodyLimitOf(z.strictObject({ text: z.string().max(20_000) }))).toBeGreaterThan(120_000);
  });
});
