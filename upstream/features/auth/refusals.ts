import { ApiError } from '#upstream/http/api-error.ts';

export function wrongCredentials(): ApiError {
  return new ApiError('wrong_credentials', 'The e-mail address or the password is wrong.');
}

/** Only a caller who has proven to be the owner learns that the account is suspended. */
export function suspended(): ApiError {
  return new ApiError('suspended', 'This account is suspended. Please write to the people who run this site.');
}
