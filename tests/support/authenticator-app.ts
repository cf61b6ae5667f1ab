import { Secret, TOTP } from 'otpauth';
import type { SignedUp } from './start-upstream.ts';

const stepMs = 30_000;

/** The app on somebody's telephone. */
export class AuthenticatorApp {
  readonly #totp: TOTP;
  readonly #now: () => number;

  constructor(secret: string, now: () => number = Date.now) {
    this.#totp = new TOTP({ secret: Secret.fromBase32(secret) });
    this.#now = now;
  }

  /** The code it shows, or showed so many steps ago. */
  code(steps = 0): string {
    return this.#totp.generate({ timestamp: this.#now() + steps * stepMs });
  }

  /** Six digits that no step around now has. */
  wrongCode(): string {
    const near = [-2, -1, 0, 1, 2].map((steps) => this.code(steps));
    return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? '';
  }
}

/** Switches the second factor on with the code of the step before, so that the present one can be used. */
export async function switchOnSecondFactor(
  { client, password }: Pick<SignedUp, 'client' | 'password'>,
  now?: () => number,
): Promise<{ app: AuthenticatorApp; secret: string; recoveryCodes: string[] }> {
  const { secret } = (await client.post('/totp/start', { password })).body;
  const app = new AuthenticatorApp(secret, now);
  const reply = await client.post('/totp/confirm', { code: app.code(-1) });
  if (reply.status !== 200) throw new Error(`confirming answered ${reply.status}: ${reply.text}`);
  return { app, secret, recoveryCodes: reply.body.recoveryCodes };
}
