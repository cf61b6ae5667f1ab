import type { Counter } from '#platform/limits/counters.ts';
import type { GrowingPause } from '#platform/limits/growing-pause.ts';
import { hashed } from '#server/request/hashed.ts';
import type { Device } from '#shared/account/device-cookie.ts';
import type { Admission, Refuse } from './admission.ts';
import type { KnownDevices } from './known-device.ts';

export interface LoginCounters {
  readonly byNetwork: Counter;
  readonly byAccount: Counter;
  readonly byDevice: Counter;
  /** How long an account is closed to unknown devices. */
  readonly pauses: GrowingPause;
}

/** Called when an account is closed to unknown devices for a while. */
export type OnPause = (account: string | undefined, seconds: number) => void;

export interface LoginAttempt {
  /** A key of fixed length. */
  readonly network: string;
  /** The key of the account that the body names; undefined when it names none. */
  readonly account: string | undefined;
  readonly device: Device | undefined;
}

/**
 * Limits failed logins. An attempt costs its point when it begins, and gets it back only when the upstream's answer does
 * not blame the credentials, so that neither parallel attempts nor hanging up get around the limit. A question for a
 * second factor does not blame them: the password was right.
 */
export function createLoginLimit(counters: LoginCounters, devices: KnownDevices, refuse: Refuse, onPause: OnPause) {
  const { byNetwork, byAccount, byDevice, pauses } = counters;

  /** A device that has signed in to the account before has an allowance that nobody else can use up. */
  async function admitKnownDevice(account: string, device: Device): Promise<Admission> {
    const key = hashed(`${account} ${device.id}`);
    const count = await byDevice.add(key);
    if (!count.allowed) return refuse(byDevice, count);
    return {
      allowed: true,
      settle(status, asksForCode) {
        if (isSuccess(status)) void byDevice.forget(key);
        else if (asksForCode || !isFailure(status)) void byDevice.takeBack(key);
      },
    };
  }

  async function admitUnknownDevice(network: string, account: string | undefined): Promise<Admission> {
    const fromNetwork = await byNetwork.add(network);
    if (!fromNetwork.allowed) return refuse(byNetwork, fromNetwork);
    // A body that names no account cannot sign in to one; all of them share one count.
    const key = hashed(account ?? 'no account');
    const count = await byAccount.add(key);
    if (!count.allowed) {
      await byNetwork.takeBack(network);
      return refuse(byAccount, count);
    }
    const isLast = count.remaining === 0;
    return {
      allowed: true,
      settle(status, asksForCode) {
        if (!asksForCode && isFailure(status)) {
          if (isLast) void pause(key, account);
          return;
        }
        void byNetwork.takeBack(network);
        if (!isSuccess(status)) void byAccount.takeBack(key);
        else {
          void byAccount.forget(key);
          void pauses.forget(key);
        }
      },
    };
  }

  async function pause(key: string, account: string | undefined): Promise<void> {
    const seconds = await pauses.begin(key);
    await byAccount.block(key, seconds);
    onPause(account, seconds);
  }

  return async ({ network, account, device }: LoginAttempt): Promise<Admission> =>
    account !== undefined && device !== undefined && (await devices.hasSignedIn(device, account))
      ? admitKnownDevice(account, device)
      : admitUnknownDevice(network, account);
}

/** Wrong credentials are a 4xx with every upstream. A client that hung up has no status, and counts as a failure. */
function isFailure(status: number | undefined): boolean {
  if (status === undefined) return true;
  return status >= 400 && status < 500 && ![408, 413, 415, 429, 431].includes(status);
}

function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status < 400;
}
