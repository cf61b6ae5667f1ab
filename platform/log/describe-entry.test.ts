import { stripVTControlCharacters, styleText } from 'node:util';
import { expect, it } from 'vitest';
import { describeEntry } from './describe-entry.ts';

const time = new Date(2026, 0, 2, 3, 4, 5).toISOString();
const read = (entry: object) => stripVTControlCharacters(describeEntry({ time, ...entry }));
const request = { level: 30, program: 'gateway', id: 'a', method: 'GET', route: '/feed', bytes: 9, ms: 12.3 };

it('a request is one short line', () => {
  expect(read({ ...request, status: 200, msg: 'request' })).toBe('  03:04:05  GET /feed 200 12.3 ms');
});

it('a request whose client left says so', () => {
  expect(read({ ...request, status: 499, aborted: true })).toBe('  03:04:05  GET /feed 499 12.3 ms (the client left)');
});

it.for([
  [200, 'green'],
  [304, 'cyan'],
  [404, 'yellow'],
  [502, 'red'],
] as const)('the status %i is %s', ([status, color]) => {
  const colored = styleText(color, String(status), { validateStream: false });
  expect(withColors(() => describeEntry({ time, ...request, status }))).toContain(colored);
});

it.for([
  [20, 'debug: it works'],
  [30, 'it works'],
  [40, 'Warning: it works'],
  [50, 'Error: it works'],
] as const)('an entry of level %i says in a word how bad it is', ([level, line]) => {
  expect(read({ level, pid: 7, msg: 'it works' })).toBe(`  03:04:05  ${line}`);
});

it('the other fields of an entry follow its message, and the stack of an error stands below', () => {
  const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at here' };
  expect(read({ level: 50, port: 7777, at: { a: 1 }, err, msg: 'failed' })).toBe(
    '  03:04:05  Error: failed port=7777 at={"a":1}\n    Error: no\n        at here',
  );
});

/** Node decides by the environment whether standard output shows colours. */
function withColors(run: () => string): string {
  const { FORCE_COLOR, NO_COLOR } = process.env;
  delete process.env.NO_COLOR;
  process.env.FORCE_COLOR = '1';
  try {
    return run();
  } finally {
    restore('FORCE_COLOR', FORCE_COLOR);
    restore('NO_COLOR', NO_COLOR);
  }
}

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
