import { AuthenticatorApp } from './authenticator-app.ts';
import type { SignedUp } from './start-upstream.ts';

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
