import { expect, it } from 'vitest';
import { chooseLogFormat } from './log-format.ts';

it.for([
  [undefined, true, 'text'],
  [undefined, false, 'json'],
  ['json', true, 'json'],
  ['text', false, 'text'],
] as const)('LOG_FORMAT=%s with a terminal: %s gives %s', ([wanted, isTerminal, format]) => {
  expect(chooseLogFormat(wanted, isTerminal)).toBe(format);
});
