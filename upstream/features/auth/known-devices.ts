import type { CookieOptions, Request, Response } from 'express';
import { openingKeys } from '#platform/config/secret.ts';
import { cookiesIn } from '#platform/cookies.ts';
import { createDeviceCookies, deviceCookieName, deviceCookiePurpose } from '#shared/account/device-cookie.ts';
import { day } from '#shared/durations.ts';
import type { Deps } from '#upstream/deps.ts';

/** Browsers keep a cookie for 400 days at most; each login renews it. */
const lifetimeMs = 400 * day;

export interface KnownDevices {
  /** The id of the caller's device, if this account has signed in there before. */
  idFor(req: Request, accountKey: string): Promise<string | undefined>;
  /** Lets the caller's device be known again after a login. */
  remember(req: Request, res: Response, accountKey: string): Promise<void>;
  /** Called when the account is deleted. */
  forget(req: Request, res: Response, accountKey: string): Promise<void>;
}

export function createKnownDevices(deps: Pick<Deps, 'secret' | 'config'>): KnownDevices {
  const cookies = createDeviceCookies(...openingKeys(deps, deviceCookiePurpose).map((key) => new Uint8Array(key)));
  const deviceOf = async (req: Request) => {
    const cookie = cookiesIn(req.headers.cookie)[deviceCookieName];
    return cookie === undefined ? undefined : cookies.read(cookie);
  };
  return {
    async idFor(req, accountKey) {
      const device = await deviceOf(req);
      return device && (await cookies.knows(device, accountKey)) ? device.id : undefined;
    },
    async remember(req, res, accountKey) {
      const value = await cookies.issue(await deviceOf(req), accountKey);
      res.cookie(deviceCookieName, value, { ...optionsFor(req), maxAge: lifetimeMs });
    },
    async forget(req, res, accountKey) {
      const device = await deviceOf(req);
      const value = device && (await cookies.without(device, accountKey));
      if (value === undefined) res.clearCookie(deviceCookieName, optionsFor(req));
      else res.cookie(deviceCookieName, value, { ...optionsFor(req), maxAge: lifetimeMs });
    },
  };
}

function optionsFor(req: Request): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: req.secure };
}
