import type { Writable } from 'node:stream';
import { GatewayError } from '#server/request/errors.ts';
import type { Middleware } from '#server/request/identify.ts';
import type { Circuit } from './circuit.ts';

/**
 * Throws where the circuit is open. Asked last, after every other refusal: a call that is refused later would hold the
 * probe that everybody waits for. `answer` is the response or socket whose end is that of the call.
 */
export function passCircuit(circuit: Circuit, answer: Writable): void {
  const permission = circuit.ask();
  if (!permission.allowed) {
    throw new GatewayError('unavailable', { headers: ['Retry-After', String(permission.retryAfterSeconds)] });
  }
  if (permission.giveBack !== undefined) answer.once('close', permission.giveBack);
}

/** The same as middleware. */
export function guardUpstream(circuit: Circuit): Middleware {
  return (_req, res, next) => {
    passCircuit(circuit, res);
    next();
  };
}
