import { createHash } from 'node:crypto';
import type { CookieOptions, Request, Response } from 'express';
import { openingKeys } from '#platform/config/secret.ts';
import { cookiesIn } from '#platform/cookies.ts';
import { day } from '#shared/durations.ts';
import type { Deps } from '#upstream/deps.ts';
import { seal, unsealWith } from '#upstream/mail/seal.ts';
import type { Credentials } from './credential-store.ts';

/** The cookie by which a browser that has signed in before is known again. */
const cookieName = 'device';
/** After a login, each of which renews it. */
const knownDays = 180;
const mostAccounts = 8;

/** A device is known until the password changes, or the address is confirmed for the first time. */
export type DeviceOwner = Pick<Credentials, 'accountKey' | 'passwordVersion' | 'isUnverified'>;

/** An account that has signed in at the device: hashed, so that the cookie stays short. */
interface SignedIn {
  account: string;
  /** A device is known no more when it has changed. */
  state: string;
  /** Since 1970. */
  day: number;
}

export interface KnownDevices {
  /** Whether this account has signed in at the caller's device. */
  isKnown(req: Request, account: DeviceOwner | undefined): boolean;
  /** Lets the caller's device be known after a login, or a change of the account that its owner has made there. */
  remember(req: Request, res: Response, account: DeviceOwner): void;
  /** Called when the account is deleted. */
  forget(req: Request, res: Response, accountKey: string): void;
}

/** Nothing is stored about devices: their cookies are encrypted, and one that was made up or changed is ignored. */
export function createKnownDevices(deps: Pick<Deps, 'secret' | 'config' | 'now'>): KnownDevices {
  const keys = openingKeys(deps, 'device cookies');
  const today = () => Math.floor(deps.now() / day);

  /** The newest first. */
  function accountsAt(req: Request): SignedIn[] {
    const cookie = cookiesIn(req.headers.cookie)[cookieName];
    return cookie === undefined ? [] : ((unsealWith(keys, cookie)?.value ?? []) as SignedIn[]);
  }
  function write(req: Request, res: Response, accounts: readonly SignedIn[]): void {
    const options: CookieOptions = { httpOnly: true, sameSite: 'lax', path: '/', secure: req.secure };
    if (accounts.length === 0) res.clearCookie(cookieName, options);
    else
      res.cookie(cookieName, seal(keys[0], accounts.slice(0, mostAccounts)), { ...options, maxAge: knownDays * day });
  }
  const othersAt = (req: Request, accountKey: string) =>
    accountsAt(req).filter(({ account }) => account !== hashOf(accountKey));

  return {
    isKnown: (req, owner) =>
      owner !== undefined &&
      accountsAt(req).some(
        (one) =>
          one.account === hashOf(owner.accountKey) && one.state === stateOf(owner) && one.day > today() - knownDays,
      ),
    remember(req, res, owner) {
      const own = { account: hashOf(owner.accountKey), state: stateOf(owner), day: today() };
      write(req, res, [own, ...othersAt(req, owner.accountKey)]);
    },
    forget: (req, res, accountKey) => write(req, res, othersAt(req, accountKey)),
  };
}

function stateOf({ passwordVersion, isUnverified }: DeviceOwner): string {
  return `${passwordVersion} ${isUnverified}`;
}

function hashOf(accountKey: string): string {
  return createHash('sha256').update(accountKey).digest('base64url').slice(0, 22);
}
