import { expect, it } from 'vitest';
import { createLog } from './log.ts';

it("keeps an error's code and stack, and not the row that PostgreSQL quotes", () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const error = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key_key"'), {
    code: '23505',
    detail: 'Key (email_key)=(ada@mail.test) already exists.',
  });
  log.error({ err: error }, 'a call failed');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    program: 'upstream',
    msg: 'a call failed',
    err: { code: '23505', stack: expect.stringContaining('log.test.ts') },
  });
  expect(lines[0]).not.toContain('ada@mail.test');
});
