import { expect, it } from 'vitest';
import { caseActionSchema, type NewCaseAction } from './moderation.ts';

const action: NewCaseAction = { action: 'suspend', reason: 'Spam.', expectedVersion: 1 };

it('takes an end with a suspension only, and asks for a reason and the version', () => {
  const fits = (body: object) => caseActionSchema.safeParse(body).success;
  const until = '2027-01-01T00:00:00Z';
  expect(fits(action)).toBe(true);
  expect(fits({ ...action, until })).toBe(true);
  expect(fits({ ...action, until: 'tomorrow' })).toBe(false);
  expect(fits({ ...action, action: 'warn', until })).toBe(false);
  expect(fits({ ...action, reason: '  x ' })).toBe(false);
  expect(fits({ ...action, reason: 'x'.repeat(1001) })).toBe(false);
  expect(fits({ ...action, expectedVersion: undefined })).toBe(false);
});
