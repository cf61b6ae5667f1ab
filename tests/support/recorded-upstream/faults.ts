import type { RequestHandler, Response } from 'express';

/** A reply to give instead of the real one. A string body is text unless `type` says otherwise. */
interface ScriptedReply {
  status: number;
  body?: unknown;
  type?: string;
  headers?: Record<string, string>;
}

/** `drop` cuts the connection without an answer; `delay` answers as usual, but only once released. */
export type FaultKind = ScriptedReply | 'drop' | 'delay';

export interface Fault {
  /** How many calls have met this fault. */
  readonly hits: number;
  /** Lets every held call go on, and later ones through. */
  release: () => void;
  /** Takes the fault away; held calls go on. */
  remove: () => void;
}

export interface FaultOptions {
  /** How many calls the fault meets before it is spent; every call unless given. */
  times?: number;
}

/** Faults that tests put in front of the double's routes. */
export function createFaults() {
  const active = new Set<ActiveFault>();

  const handle: RequestHandler = (request, response, next) => {
    const call = `${request.method} ${request.path}`;
    const fault = [...active].find(({ pattern, left }) => left > 0 && pattern.test(call));
    if (!fault) {
      next();
      return;
    }
    fault.left -= 1;
    fault.hits += 1;
    if (fault.kind === 'drop') request.socket.destroy();
    else if (fault.kind === 'delay') void fault.released.then(() => next());
    else sendReply(response, fault.kind);
  };

  /** `route` is `GET /user/feed`, `/request/:status/:userId` or a pattern for "METHOD /path". */
  function fail(
    route: string | RegExp,
    kind: FaultKind,
    { times = Number.POSITIVE_INFINITY }: FaultOptions = {},
  ): Fault {
    const gate = Promise.withResolvers<void>();
    const fault: ActiveFault = { pattern: toPattern(route), kind, left: times, hits: 0, released: gate.promise };
    active.add(fault);
    const remove = () => {
      active.delete(fault);
      gate.resolve();
    };
    return {
      get hits() {
        return fault.hits;
      },
      release: remove,
      remove,
    };
  }

  return { handle, fail };
}

interface ActiveFault {
  pattern: RegExp;
  kind: FaultKind;
  left: number;
  hits: number;
  released: Promise<void>;
}

function toPattern(route: string | RegExp): RegExp {
  if (route instanceof RegExp) return route;
  const [first = '', second] = route.split(' ');
  const [method, path] = second === undefined ? ['[A-Z]+', first] : [first, second];
  const source = path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+');
  return new RegExp(`^${method} ${source}/?$`, 'i');
}

function sendReply(response: Response, { status, body, type, headers = {} }: ScriptedReply): void {
  response.status(status).set(headers);
  if (type !== undefined) response.type(type);
  if (body === undefined) response.end();
  else if (typeof body === 'string') response.send(body);
  else response.json(body);
}
