import type { Request } from 'express';
import { readAccount, requirePlainJson } from '#server/request/account-body.ts';
import { type CallKind, isSafe } from '#server/request/call-kind.ts';
import { GatewayError } from '#server/request/errors.ts';
import type { CallFacts, GatewayResponse, Middleware } from '#server/request/facts.ts';
import { networkOf } from '#shared/network-of.ts';
import type { Admission, Refusal } from './admission.ts';
import type { AdmitHandshake } from './admit-handshake.ts';
import type { HeldRefusals } from './held-refusals.ts';
import { sessionKey } from './keys.ts';
import { remembersDevice } from './known-device.ts';
import type { Limits } from './limits.ts';

/** Calls that check or set a password: their bodies must be read alike by everybody. */
const accountCalls: ReadonlySet<CallKind> = new Set([
  ...(['login', 'signup', 'password-check', 'own-password', 'mail-link'] as const),
]);

/** Refuses calls beyond their budget. Comes after the guards, whose facts it reads, and before the proxy. */
export function limitCalls(limits: Limits, admitHandshake: AdmitHandshake, refusals: HeldRefusals): Middleware {
  return (req, res, next) => {
    const facts = res.locals.call as CallFacts;
    if (facts.opensSocket) {
      return admitHandshake(facts).then(
        () => {
          if (!res.destroyed) next();
        },
        async (error: unknown) => {
          await refusals.hold(error, networkOf(facts.client.ip), res);
          throw error;
        },
      );
    }
    if (facts.kind === 'socket' || isSafe(facts.method)) {
      refuseIf(readOf(limits, facts));
      next();
    } else {
      return admit(limits, req, res, facts).then(() => {
        // The client may have disconnected meanwhile. No `close` event would follow to end the call.
        if (!res.destroyed) next();
      });
    }
  };
}

function refuseIf(refusal: Refusal | undefined): void {
  if (refusal !== undefined) throw new GatewayError('rate_limited', refusal);
}

function readOf(limits: Limits, call: CallFacts): Refusal | undefined {
  return limits.read({ path: call.path, address: call.client.ip, session: sessionKey(call) });
}

async function admit(limits: Limits, req: Request, res: GatewayResponse, facts: CallFacts): Promise<void> {
  const { kind, path, client, body } = facts;
  if (accountCalls.has(kind) && body.kind !== 'none') requirePlainJson(req);
  const signsIn = kind === 'login' || kind === 'signup';
  const account = signsIn ? await readAccount(req, res, facts) : undefined;
  const device = signsIn ? await limits.devices.read(facts.cookies) : undefined;
  const admission = await limits.admit({ kind, path, address: client.ip, session: sessionKey(facts), account, device });
  if (!admission.allowed) return refuseIf(admission);
  if (account !== undefined) {
    const line = await limits.devices.remember(device, account, client.proto === 'https');
    facts.ownCookies = (status, rawHeaders) => (status < 300 && !remembersDevice(rawHeaders) ? [line] : []);
  }
  settleAtEnd(admission, res, facts);
}

function settleAtEnd({ settle }: Extract<Admission, { allowed: true }>, res: GatewayResponse, facts: CallFacts): void {
  if (settle === undefined) return;
  if (res.destroyed) settle(undefined);
  else res.once('close', () => settle(res.headersSent ? res.statusCode : undefined, facts.asksForCode));
}
