import { Secret, TOTP } from 'otpauth';

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
