import type { CookieOptions, Request, Response } from 'express';
import { openingKeys } from '#platform/config/secret.ts';
import { cookiesIn } from '#platform/cookies.ts';
import { day } from '#shared/durations.ts';
import type { Deps } from '#upstream/deps.ts';
import type { Credentials } from './credential-store.ts';
import { createDeviceCookies, type DeviceAccount, deviceCookieName, deviceKnownDays } from './device-cookie.ts';

const lifetimeMs = deviceKnownDays * day;

/** A device is known until the password changes, or the address is confirmed for the first time. */
export type DeviceOwner = Pick<Credentials, 'accountKey' | 'passwordVersion' | 'isUnverified'>;

export interface KnownDevices {
  /** Whether this account has signed in at the caller's device. */
  isKnown(req: Request, account: DeviceOwner | undefined): boolean;
  /** Lets the caller's device be known after a login, or a change of the account that its owner has made there. */
  remember(req: Request, res: Response, account: DeviceOwner): void;
  /** Called when the account is deleted. */
  forget(req: Request, res: Response, accountKey: string): void;
}

export function createKnownDevices(deps: Pick<Deps, 'secret' | 'config' | 'now'>): KnownDevices {
  const cookies = createDeviceCookies(...openingKeys(deps, 'device cookies'));
  const deviceOf = (req: Request) => {
    const cookie = cookiesIn(req.headers.cookie)[deviceCookieName];
    return cookie === undefined ? undefined : cookies.read(cookie);
  };
  return {
    isKnown(req, account) {
      const device = deviceOf(req);
      return device !== undefined && account !== undefined && cookies.knows(device, stateOf(account), deps.now());
    },
    remember(req, res, account) {
      const value = cookies.issue(deviceOf(req), stateOf(account), deps.now());
      res.cookie(deviceCookieName, value, { ...optionsFor(req), maxAge: lifetimeMs });
    },
    forget(req, res, accountKey) {
      const device = deviceOf(req);
      const value = device && cookies.without(device, accountKey);
      if (value === undefined) res.clearCookie(deviceCookieName, optionsFor(req));
      else res.cookie(deviceCookieName, value, { ...optionsFor(req), maxAge: lifetimeMs });
    },
  };
}

function stateOf({ accountKey, passwordVersion, isUnverified }: DeviceOwner): DeviceAccount {
  return { key: accountKey, state: `${passwordVersion} ${isUnverified}` };
}

function optionsFor(req: Request): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: req.secure };
}
