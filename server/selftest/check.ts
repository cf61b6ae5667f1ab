import type { Answer, Target } from './exchange.ts';

/** One promise, with a check from outside. */
export interface Check {
  readonly promise: string;
  /** The deviation, or undefined when the promise is kept. */
  readonly look: (target: Target) => Promise<string | undefined>;
}

export interface CheckGroup {
  readonly name: string;
  /** Its requests are malformed: another proxy refuses or mends them, so that the gateway never sees them. */
  readonly isMalformed?: true;
  readonly checks: readonly Check[];
}

export function statusIs(answer: Answer, ...wanted: number[]): string | undefined {
  return wanted.includes(answer.status) ? undefined : `status ${answer.status || 'none, the connection ended'}`;
}

export function headerIs(answer: Answer, name: string, pattern: RegExp): string | undefined {
  const value = answer.header(name);
  if (pattern.test(value)) return undefined;
  return value === '' ? `no ${name}` : `${name}: ${value}`;
}

export function headerIsAbsent(answer: Answer, name: string): string | undefined {
  const value = answer.header(name);
  return value === '' ? undefined : `${name}: ${value}`;
}

/** An error as data: in our shape, stored by nobody, and no page. */
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

/** The first deviation, if any. */
export function firstOf(...problems: (string | undefined)[]): string | undefined {
  return problems.find((problem) => problem !== undefined);
}
