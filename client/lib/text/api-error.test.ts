import { expect, it } from 'vitest';
import { errorMessage, localError } from './api-error.ts';

it('a message in one line keeps the server’s own words beside ours', () => {
  const error = { code: 'email_taken', status: 409, message: 'That email already has an account.' };
  expect(errorMessage(error)).toBe('That email already has an account.');
  expect(errorMessage({ ...error, details: 'E11000 duplicate' })).toBe(
    'That email already has an account. Details: E11000 duplicate',
  );
});

it('an error that is no failed call gets the general message', () => {
  expect(errorMessage(new TypeError('x is not a function'))).toBe('Something went wrong. Try again.');
  expect(errorMessage(localError('offline'))).toBe('You are offline. Try again when you are connected.');
});
