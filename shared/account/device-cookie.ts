/** The cookie by which a browser that has signed in before is known again. */
export const deviceCookieName = 'device';
/** For `deriveKey`: gateway and upstream must sign with the same key. */
export const deviceCookiePurpose = 'device cookies';

export interface Device {
  /** Random; stays with the browser. */
  readonly id: string;
  /** Tags of the accounts that have signed in here, newest first. */
  readonly tags: readonly string[];
}

export interface DeviceCookies {
  /** The device that a cookie's value names; undefined for one that was not signed here. */
  read(cookie: string): Promise<Device | undefined>;
  /** Whether this account has signed in at the device. */
  knows(device: Device, accountKey: string): Promise<boolean>;
  /** The cookie's value after this account has signed in. */
  issue(device: Device | undefined, accountKey: string): Promise<string>;
  /** The cookie's value without this account; undefined where it was the only one. */
  without(device: Device, accountKey: string): Promise<string | undefined>;
}

const mostAccounts = 8;
const idLength = 24;
const tagLength = 16;
const shape = /^([0-9a-f]{24})((?:\.[0-9a-f]{16}){1,8})\.([0-9a-f]{32})$/;

/**
 * Device cookies are signed, and name accounts by a keyed hash only. Nothing is stored about them: a forged or changed
 * cookie is ignored. The first key signs; a signature by any of the keys is accepted. Web Crypto, because this file may not import Node's own
 * modules.
 */
export function createDeviceCookies(...keys: readonly Uint8Array<ArrayBuffer>[]): DeviceCookies {
  const signers = keys.map(createSigner);
  const [current] = signers;
  if (current === undefined) throw new Error('device cookies need a key');
  const signed = async (id: string, tags: readonly string[]) => {
    const payload = [id, ...tags].join('.');
    return `${payload}.${await current.signatureOf(payload)}`;
  };
  /** The account's tag by each key: cookies of the time before a change of SECRET have the older one. */
  const tagsOf = (accountKey: string) => Promise.all(signers.map(({ tagOf }) => tagOf(accountKey)));
  const withoutAccount = async (device: Device, accountKey: string) => {
    const own = await tagsOf(accountKey);
    return device.tags.filter((tag) => !own.includes(tag));
  };

  return {
    async read(cookie) {
      const [, id = '', tags = '', signature = ''] = shape.exec(cookie) ?? [];
      if (id === '') return undefined;
      for (const { signatureOf } of signers)
        if (isEqual(signature, await signatureOf(id + tags))) return { id, tags: tags.slice(1).split('.') };
      return undefined;
    },
    knows: async (device, accountKey) => (await tagsOf(accountKey)).some((tag) => device.tags.includes(tag)),
    async issue(device, accountKey) {
      const id = device?.id ?? hex(crypto.getRandomValues(new Uint8Array(idLength / 2)));
      const others = device === undefined ? [] : await withoutAccount(device, accountKey);
      return signed(id, [await current.tagOf(accountKey), ...others.slice(0, mostAccounts - 1)]);
    },
    async without(device, accountKey) {
      const others = await withoutAccount(device, accountKey);
      return others.length === 0 ? undefined : signed(device.id, others);
    },
  };
}

function createSigner(key: Uint8Array<ArrayBuffer>) {
  const imported = crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const sign = async (text: string): Promise<string> =>
    hex(new Uint8Array(await crypto.subtle.sign('HMAC', await imported, new TextEncoder().encode(text))));
  return {
    signatureOf: async (payload: string) => (await sign(`device ${payload}`)).slice(0, 32),
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
