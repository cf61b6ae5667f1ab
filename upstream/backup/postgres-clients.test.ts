import { expect, it } from 'vitest';
import { withoutPassword } from './postgres-clients.ts';

it.each([
  ['postgres://localhost:5432/name', 'postgres://localhost:5432/name', ''],
  ['postgres://me@one,two/name', 'postgres://me@one,two/name', ''],
  ['postgres://me:p%40ss@one:1,two:2/name?a=b:c@d', 'postgres://me@one:1,two:2/name?a=b:c@d', 'p@ss'],
])('takes the password out of %s', (url, open, password) => expect(withoutPassword(url)).toEqual({ open, password }));
