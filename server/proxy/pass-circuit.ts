import type { Writable } from 'node:stream';
import { GatewayError } from '#server/request/errors.ts';
import type { Middleware } from '#server/request/facts.ts';
import type { Circuit } from './circuit.ts';

/**
 * Throws where the circuit is open. Asked last, after every other refusal: a call that is refused later would hold the
 * probe that everybody waits for. The returned function, of a call that is the probe, is called when it is over.
 */
export function askCircuit(circuit: Circuit): (() => void) | undefined {
  const permission = circuit.ask();
  if (permission.allowed) return permission.giveBack;
  throw new GatewayError('unavailable', { headers: ['Retry-After', String(permission.retryAfterSeconds)] });
}

/** `answer` is the response or socket whose end is that of the call. */
export function passCircuit(circuit: Circuit, answer: Writable): void {
  const giveBack = askCircuit(circuit);
  if (giveBack !== undefined) answer.once('close', giveBack);
}

/** The same as middleware. */
export function guardUpstream(circuit: Circuit): Middleware {
  return (_req, res, next) => {
    passCircuit(circuit, res);
    next();
  };
}
