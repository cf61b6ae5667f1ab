import type { Request, Response } from 'express';
import type { Deps } from '#upstream/deps.ts';
import { invalidFields, unauthenticated } from '#upstream/http/api-error.ts';
import type { Viewer } from '#upstream/http/route.ts';
import { noteRefused } from '../history/note-refused.ts';
import { type Credentials, findCredentials } from './credential-store.ts';
import type { PasswordCheck } from './password-check.ts';

type Caller = { viewer: Viewer; req: Request; res: Response };

/** Returns the caller's credentials when the password is right; otherwise throws a 422 on `field`. */
export type OwnPasswordCheck = (caller: Caller, password: string, field: string) => Promise<Credentials>;

/** For calls of a session that ask for the password again. */
export function createOwnPasswordCheck(deps: Deps, passwords: PasswordCheck): OwnPasswordCheck {
  return async ({ viewer, req, res }, password, field) => {
    const credentials = await findCredentials(deps.db, { userId: viewer.userId });
    if (!credentials || credentials.passwordHash === null) throw unauthenticated();
    const { accountKey, passwordHash: hash } = credentials;
    if (!(await passwords.isRight({ accountKey, password, hash, req, res }))) {
      noteRefused(deps, viewer.userId, req, res);
      throw invalidFields({ [field]: 'This is not your current password.' });
    }
    return credentials;
  };
}
