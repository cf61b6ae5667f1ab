import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { day } from '#shared/durations.ts';

/** The cookie by which a browser that has signed in before is known again. */
export const deviceCookieName = 'device';

export interface Device {
  /** Random; stays with the browser. */
  readonly id: string;
  /** The accounts that have signed in here, newest first. */
  readonly accounts: readonly SignedIn[];
}

/** An account that has signed in at a device: hashes, and the day. */
interface SignedIn {
  readonly tag: string;
  readonly state: string;
  /** Since 1970. */
  readonly day: number;
}

export interface DeviceAccount {
  readonly key: string;
  /** Of the account: a device is known no more when it has changed. */
  readonly state: string;
}

export interface DeviceCookies {
  /** The device that a cookie's value names; undefined for one that was not signed here. */
  read(cookie: string): Device | undefined;
  /** Whether this account has signed in at the device in the last 180 days, in its present state. */
  knows(device: Device, account: DeviceAccount, now: number): boolean;
  /** The cookie's value after this account has signed in. */
  issue(device: Device | undefined, account: DeviceAccount, now: number): string;
  /** The cookie's value without this account; undefined where it was the only one. */
  without(device: Device, accountKey: string): string | undefined;
}

/** After a login, each of which renews it. */
export const deviceKnownDays = 180;
const mostAccounts = 8;
const idLength = 24;
const tagLength = 16;
const stateLength = 8;
const shape = /^([0-9a-f]{24})((?:\.[0-9a-f]{28}){1,8})\.([0-9a-f]{32})$/;

/**
 * Device cookies are signed, and name accounts by a keyed hash only. Nothing is stored about them: a forged or changed
 * cookie is ignored. The first key signs; a signature by any of the keys is accepted.
 */
export function createDeviceCookies(...keys: readonly [Buffer, ...Buffer[]]): DeviceCookies {
  const signed = (id: string, accounts: readonly SignedIn[]) => {
    const payload = [id, ...accounts.map(written)].join('.');
    return `${payload}.${signatureOf(keys[0], payload)}`;
  };
  const withoutAccount = (device: Device, accountKey: string) => {
    const own = keys.map((key) => tagOf(key, accountKey));
    return device.accounts.filter(({ tag }) => !own.includes(tag));
  };

  return {
    read(cookie) {
      const [, id = '', accounts = '', signature = ''] = shape.exec(cookie) ?? [];
      if (id === '' || !keys.some((key) => isEqual(signature, signatureOf(key, id + accounts)))) return undefined;
      return { id, accounts: accounts.slice(1).split('.').map(parsed) };
    },
    knows(device, account, now) {
      // Cookies of the time before a change of SECRET have the hashes of the older key.
      const own = keys.map((key) => ({ tag: tagOf(key, account.key), state: stateOf(key, account) }));
      return device.accounts.some(
        ({ tag, state, day }) =>
          day > dayOf(now) - deviceKnownDays && own.some((one) => one.tag === tag && one.state === state),
      );
    },
    issue(device, account, now) {
      const id = device?.id ?? randomBytes(idLength / 2).toString('hex');
      const others = device === undefined ? [] : withoutAccount(device, account.key);
      const own = { tag: tagOf(keys[0], account.key), state: stateOf(keys[0], account), day: dayOf(now) };
      return signed(id, [own, ...others.slice(0, mostAccounts - 1)]);
    },
    without(device, accountKey) {
      const others = withoutAccount(device, accountKey);
      return others.length === 0 ? undefined : signed(device.id, others);
    },
  };
}

function dayOf(now: number): number {
  return Math.floor(now / day);
}

function written({ tag, state, day }: SignedIn): string {
  return `${tag}${state}${day.toString(16).padStart(4, '0')}`;
}

function parsed(text: string): SignedIn {
  return {
    tag: text.slice(0, tagLength),
    state: text.slice(tagLength, tagLength + stateLength),
    day: Number.parseInt(text.slice(tagLength + stateLength), 16),
  };
}

function hashOf(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

const signatureOf = (key: Buffer, payload: string) => hashOf(key, `device ${payload}`).slice(0, 32);
const stateOf = (key: Buffer, account: DeviceAccount) =>
  hashOf(key, `state ${account.key} ${account.state}`).slice(0, stateLength);
const tagOf = (key: Buffer, accountKey: string) => hashOf(key, `account ${accountKey}`).slice(0, tagLength);

function isEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
