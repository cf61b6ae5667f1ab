import type { Answer, Target } from './target.ts';

/** One promise of the gateway, which can be seen from outside. */
export interface GatewayPromise {
  readonly name: string;
  /** Sends what the promise is about, and says how the answer deviates; undefined where the promise is kept. */
  readonly deviation: (target: Target) => Promise<string | undefined>;
}

export interface PromiseGroup {
  readonly name: string;
  /** Its requests are malformed: another proxy refuses or mends them, so that the gateway never sees them. */
  readonly isMalformed?: true;
  readonly promises: readonly GatewayPromise[];
}

/** A promise: its name, what is sent, and what must hold of the answer, as the deviation if there is one. */
export function promise<Answered>(
  name: string,
  send: (target: Target) => Promise<Answered>,
  holds: (answered: Answered, target: Target) => string | undefined,
): GatewayPromise {
  return { name, deviation: async (target) => holds(await send(target), target) };
}

export function statusIs(answer: Answer, ...wanted: number[]): string | undefined {
  return wanted.includes(answer.status) ? undefined : `status ${answer.status || 'none, the connection ended'}`;
}

/** The deviation, unless there is an answer with any other status. */
export function statusIsNot(answer: Answer, unwanted: number): string | undefined {
  return [0, unwanted].includes(answer.status) ? statusIs(answer) : undefined;
}

export function headerIs(answer: Answer, name: string, pattern: RegExp): string | undefined {
  const value = answer.header(name);
  if (pattern.test(value)) return undefined;
  return value === '' ? `no ${name}` : `${name}: ${value}`;
}

/** The deviation, unless there is an answer and it lacks this header. */
export function headerIsAbsent(answer: Answer, name: string): string | undefined {
  const value = answer.header(name);
  if (answer.status === 0) return statusIs(answer);
  return value === '' ? undefined : `${name}: ${value}`;
}

/** The deviation, unless the body is our JSON error and no cache may store it. */
export function isErrorBody(answer: Answer): string | undefined {
  let body: unknown;
  try {
    body = JSON.parse(answer.body);
  } catch {
    return `a body that is not JSON: ${answer.body.slice(0, 40)}`;
  }
  const isOurs = typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
  return isOurs ? headerIs(answer, 'Cache-Control', /no-store/) : 'an error without code and message';
}

/** The first deviation of a list, if there is any. */
export function firstOf(...problems: (string | undefined)[]): string | undefined {
  return problems.find((problem) => problem !== undefined);
}
