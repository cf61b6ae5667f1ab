import type { Deps } from '#upstream/deps.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import { isoOrNull } from '#upstream/iso.ts';
import type { Credentials } from './credential-store.ts';

/** Whether the account is suspended at this time. A suspension that is over may still be marked. */
export function isSuspended({ suspension }: Pick<Credentials, 'suspension'>, now: number): boolean {
  return suspension !== undefined && (suspension.until === null || suspension.until > now);
}

/** Throws a 403 that says why, until when and where to appeal. Call it only for a caller who has proven to be the owner. */
export function refuseSuspended({ config }: Pick<Deps, 'config'>, { suspension }: Credentials): void {
  if (suspension === undefined) return;
  const until = isoOrNull(suspension.until);
  const { contact } = config;
  const end = until === null ? '' : ` until ${until.slice(0, 16).replace('T', ' ')} UTC`;
  const why = suspension.reason === '' ? '' : ` The reason: ${suspension.reason}`;
  const appeal = contact === undefined ? 'to the people who run this site' : `to ${contact.replace(/^mailto:/, '')}`;
  throw new ApiError('suspended', `This account is suspended${end}.${why} To appeal, write ${appeal}.`, {
    reason: suspension.reason,
    until,
    ...(contact !== undefined && { contact }),
  });
}

export function wrongCredentials(): ApiError {
  return new ApiError('wrong_credentials', 'The email address or the password is wrong.');
}

/**
 * Accounts that the sample network or `npm run seed` made have passwords that everybody can read. In production nobody
 * signs in to them, unless the operator has asked for the sample network.
 */
export function samplesMaySignIn({ isProduction, demo }: { isProduction: boolean; demo: boolean }): boolean {
  return demo || !isProduction;
}
