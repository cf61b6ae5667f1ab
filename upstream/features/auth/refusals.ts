import { ApiError } from '#upstream/http/api-error.ts';

export function wrongCredentials(): ApiError {
  return new ApiError('wrong_credentials', 'The email address or the password is wrong.');
}
