import { day } from '../durations.ts';

/** The cookie by which a browser that has signed in before is known again. */
export const deviceCookieName = 'device';
/** For `deriveKey`: gateway and upstream must sign with the same key. */
export const deviceCookiePurpose = 'device cookies';

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
  /** Of the account: a device is known no more when it has changed. Without it, only the account is compared. */
  readonly state?: string;
}

export interface DeviceCookies {
  /** The device that a cookie's value names; undefined for one that was not signed here. */
  read(cookie: string): Promise<Device | undefined>;
  /** Whether this account has signed in at the device in the last 180 days, in its present state. */
  knows(device: Device, account: DeviceAccount, now?: number): Promise<boolean>;
  /** The cookie's value after this account has signed in. */
  issue(device: Device | undefined, account: DeviceAccount, now?: number): Promise<string>;
  /** The cookie's value without this account; undefined where it was the only one. */
  without(device: Device, accountKey: string): Promise<string | undefined>;
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
 * cookie is ignored. The first key signs; a signature by any of the keys is accepted. Web Crypto, because this file may not import Node's own
 * modules.
 */
export function createDeviceCookies(...keys: readonly Uint8Array<ArrayBuffer>[]): DeviceCookies {
  const signers = keys.map(createSigner);
  const [current] = signers;
  if (current === undefined) throw new Error('device cookies need a key');
  const signed = async (id: string, accounts: readonly SignedIn[]) => {
    const payload = [id, ...accounts.map(written)].join('.');
    return `${payload}.${await current.signatureOf(payload)}`;
  };
  /** The account's tag and state by each key: cookies of the time before a change of SECRET have the older ones. */
  const entriesOf = ({ key, state = '' }: DeviceAccount) =>
    Promise.all(
      signers.map(async ({ tagOf, stateOf }) => ({ tag: await tagOf(key), state: await stateOf(`${key} ${state}`) })),
    );
  const withoutAccount = async (device: Device, key: string) => {
    const own = (await entriesOf({ key })).map(({ tag }) => tag);
    return device.accounts.filter(({ tag }) => !own.includes(tag));
  };

  return {
    async read(cookie) {
      const [, id = '', accounts = '', signature = ''] = shape.exec(cookie) ?? [];
      if (id === '') return undefined;
      for (const { signatureOf } of signers)
        if (isEqual(signature, await signatureOf(id + accounts)))
          return { id, accounts: accounts.slice(1).split('.').map(parsed) };
      return undefined;
    },
    async knows(device, account, now = Date.now()) {
      const own = await entriesOf(account);
      return device.accounts.some(
        ({ tag, state, day }) =>
          day > dayOf(now) - deviceKnownDays &&
          own.some((one) => one.tag === tag && (account.state === undefined || one.state === state)),
      );
    },
    async issue(device, account, now = Date.now()) {
      const id = device?.id ?? hex(crypto.getRandomValues(new Uint8Array(idLength / 2)));
      const others = device === undefined ? [] : await withoutAccount(device, account.key);
      const [own] = await entriesOf(account);
      if (own === undefined) throw new Error('device cookies need a key');
      return signed(id, [{ ...own, day: dayOf(now) }, ...others.slice(0, mostAccounts - 1)]);
    },
    async without(device, accountKey) {
      const others = await withoutAccount(device, accountKey);
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

function createSigner(key: Uint8Array<ArrayBuffer>) {
  const imported = crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const sign = async (text: string): Promise<string> =>
    hex(new Uint8Array(await crypto.subtle.sign('HMAC', await imported, new TextEncoder().encode(text))));
  return {
    signatureOf: async (payload: string) => (await sign(`device ${payload}`)).slice(0, 32),
    stateOf: async (state: string) => (await sign(`state ${state}`)).slice(0, stateLength),
    tagOf: async (accountKey: string) => (await sign(`account ${accountKey}`)).slice(0, tagLength),
  };
}

/** Takes the same time wherever the texts differ. */
function isEqual(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let i = 0; i < one.length; i++) difference |= one.charCodeAt(i) ^ other.charCodeAt(i);
  return difference === 0;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
