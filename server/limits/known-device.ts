import { deriveKey } from '#platform/config/secret.ts';
import type { Cookies } from '#server/request/session-cookie.ts';
import {
  createDeviceCookies,
  type Device,
  type DeviceCookies,
  deviceCookieName,
  deviceCookiePurpose,
} from '#shared/account/device-cookie.ts';
import { day, second } from '#shared/durations.ts';

const lifetimeSeconds = (400 * day) / second;

/** Knows devices that have signed in before by a cookie that gateway and upstream sign with the same secret. */
export class KnownDevices {
  readonly #cookies: DeviceCookies;

  /** The first secret signs, and each of them is believed. */
  constructor(...secrets: readonly string[]) {
    this.#cookies = createDeviceCookies(
      ...secrets.map((secret) => new Uint8Array(deriveKey(secret, deviceCookiePurpose))),
    );
  }

  async read({ [deviceCookieName]: cookie }: Cookies): Promise<Device | undefined> {
    return typeof cookie === 'string' ? this.#cookies.read(cookie) : undefined;
  }

  async hasSignedIn(device: Device | undefined, account: string): Promise<boolean> {
    return device !== undefined && this.#cookies.knows(device, { key: account });
  }

  /** The Set-Cookie line after a login, for upstreams that do not remember devices themselves. */
  async remember(device: Device | undefined, account: string, isHttps: boolean): Promise<string> {
    const value = await this.#cookies.issue(device, { key: account });
    const attributes = `Path=/; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
    return `${deviceCookieName}=${value}; ${attributes}`;
  }
}

/** Whether an upstream's answer remembers the device itself. */
export function remembersDevice(rawHeaders: readonly string[]): boolean {
  return rawHeaders.some(
    (text, i) =>
      i % 2 === 1 &&
      text.startsWith(`${deviceCookieName}=`) &&
      (rawHeaders[i - 1] as string).toLowerCase() === 'set-cookie',
  );
}
