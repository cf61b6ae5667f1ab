import { expect, it } from 'vitest';
import { UpstreamFault } from './upstream-fault.ts';

it.each([
  ['ECONNREFUSED', 'unreachable', 'upstream_unreachable'],
  ['ENOTFOUND', 'unreachable', 'upstream_unreachable'],
  ['ECONNRESET', 'reset', 'upstream_unreachable'],
  ['EPIPE', 'reset', 'upstream_unreachable'],
  ['ETIMEDOUT', 'timeout', 'upstream_timeout'],
  ['HPE_INVALID_CONSTANT', 'invalid', 'upstream_invalid'],
])('%s is a fault of the kind %s, answered with %s', (code, kind, answer) => {
  const cause = Object.assign(new Error('failed'), { code });
  expect(UpstreamFault.from(cause)).toMatchObject({ kind, code: answer, cause });
});

it('keeps a fault that is one already, and takes anything else for an invalid answer', () => {
  const fault = new UpstreamFault('timeout');
  expect(UpstreamFault.from(fault)).toBe(fault);
  expect(UpstreamFault.from('no error')).toMatchObject({ kind: 'invalid', cause: 'no error' });
  expect(UpstreamFault.from(new Error('without a code'))).toMatchObject({ kind: 'invalid' });
});
