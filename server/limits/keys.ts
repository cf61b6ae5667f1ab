import type { CallFacts } from '#server/request/facts.ts';

const wellFormedSession = /^[\w.-]{16,4096}$/;

/**
 * The key under which budgets count a session. Undefined where the value cannot be a session, for instance the `j:null` of
 * everybody who has signed out: such a call counts for its network only.
 */
export function sessionKey({ session, sessionHash }: Pick<CallFacts, 'session' | 'sessionHash'>): string | undefined {
  return session !== undefined && wellFormedSession.test(session) ? sessionHash : undefined;
}
