import pg from 'pg';
import { expect, it } from 'vitest';
import { isStorageFault } from './faults.ts';

it('recognises an unreachable PostgreSQL server', async () => {
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1, user: 'nobody' });
  expect(isStorageFault(await pool.query('select 1').catch((error: unknown) => error))).toBe(true);
  await pool.end();
});

it.each(['57P01', '57P03', '53100', '53300', '08006', '25006', '58030', '57014', '28P01', '40P01'])(
  'recognises what PostgreSQL calls %s',
  (code) => {
    expect(isStorageFault(Object.assign(new Error('x'), { code }))).toBe(true);
  },
);

it.each(['23505', '40001', '42601'])('does not take PostgreSQL error %s for a storage fault', (code) => {
  expect(isStorageFault(Object.assign(new Error('x'), { code }))).toBe(false);
});
