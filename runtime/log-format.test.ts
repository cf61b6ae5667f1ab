import { expect, it } from 'vitest';
import { describeEntry } from './describe-entry.ts';
import { chooseLogFormat } from './log-format.ts';

it.for([
  [undefined, true, 'text'],
  [undefined, false, 'json'],
  ['json', true, 'json'],
  ['text', false, 'text'],
] as const)('LOG_FORMAT=%s with a terminal: %s gives %s', ([wanted, isTerminal, format]) => {
  expect(chooseLogFormat(wanted, isTerminal)).toBe(format);
});

const mark = (name: string) => (text: string) => `<${name}>${text}</>`;
const colors = {
  green: mark('green'),
  cyan: mark('cyan'),
  yellow: mark('yellow'),
  red: mark('red'),
  dim: (text: string) => text,
};

it.for([
  [200, 'GET /feed <green>200</> 12.3 ms'],
  [304, 'GET /feed <cyan>304</> 12.3 ms'],
  [404, 'GET /feed <yellow>404</> 12.3 ms'],
  [502, 'GET /feed <red>502</> 12.3 ms'],
] as const)('a request that was answered %i is one short line', ([status, line]) => {
  const entry = { level: 30, program: 'gateway', id: 'a', method: 'GET', route: '/feed', status, bytes: 9, ms: 12.3 };
  expect(describeEntry({ ...entry, msg: 'request' }, colors)).toBe(line);
});

it('a request whose client left says so', () => {
  const entry = { level: 30, method: 'GET', route: '/feed', status: 499, ms: 1, aborted: true };
  expect(describeEntry(entry, colors)).toBe('GET /feed <yellow>499</> 1 ms<yellow> (the client left)</>');
});

it.for([
  [20, 'debug: it works'],
  [30, 'it works'],
  [40, '<yellow>Warning:</> it works'],
  [50, '<red>Error:</> it works'],
] as const)('an entry of level %i says how bad it is in a word', ([level, line]) => {
  expect(describeEntry({ level, pid: 7, msg: 'it works' }, colors)).toBe(line);
});

it('the other fields of an entry follow its message', () => {
  const entry = { level: 30, program: 'upstream', port: 7777, at: { a: 1 }, nothing: undefined, msg: 'listens' };
  expect(describeEntry(entry, colors)).toBe('listens port=7777 at={"a":1}');
});
