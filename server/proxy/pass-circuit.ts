import type { Writable } from 'node:stream';
import { GatewayError } from '#server/request/errors.ts';
import type { Middleware } from '#server/request/facts.ts';
import type { Circuit } from './circuit.ts';

/**
 * Throws where the circuit is open. Must come after every other refusal: a call that is refused later would use up the
 * one trial call of an open circuit. For the trial call it returns a function, to be called when that call is over.
 */
export function askCircuit(circuit: Circuit): (() => void) | undefined {
  const permission = circuit.ask();
  if (permission.allowed) return permission.giveBack;
  throw new GatewayError('unavailable', { headers: ['Retry-After', String(permission.retryAfterSeconds)] });
}

/** `answer` is the response or the socket: the call is over when it closes. */
export function passCircuit(circuit: Circuit, answer: Writable): void {
  const giveBack = askCircuit(circuit);
  if (giveBack !== undefined) answer.once('close', giveBack);
}

/** `passCircuit` as middleware. */
export function guardUpstream(circuit: Circuit): Middleware {
  return (_req, res, next) => {
    passCircuit(circuit, res);
    next();
  };
}
