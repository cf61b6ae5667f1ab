import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallFacts } from '#server/request/call.ts';
import { GatewayError } from '#server/request/errors.ts';
import type { Middleware } from '#server/request/identify.ts';
import { peekBody } from './peek-body.ts';
import { type Admit, accountIn } from './rate-limit.ts';

/** Refuses calls beyond their budget. Comes after the guards, whose facts it reads, and before the proxy. */
export function limitCalls(admit: Admit): Middleware {
  return (req, res, next) => {
    const facts = res.locals.call as CallFacts;
    const admission = admit({
      method: facts.method,
      kind: facts.kind,
      address: facts.client.ip,
      session: facts.session,
      account: () => readAccount(req, res, facts),
    });
    if (admission === undefined) {
      next();
      return;
    }
    return admission.then((answer) => {
      if (!answer.allowed) return next(new GatewayError('rate_limited', { headers: answer.headers }));
      const { settle } = answer;
      if (res.destroyed) return settle?.(undefined);
      if (settle !== undefined) res.once('close', () => settle(res.headersSent ? res.statusCode : undefined));
      next();
    });
  };
}

/** The account that the body of a login names; the body stays there for the proxy. */
async function readAccount(req: IncomingMessage, res: ServerResponse, facts: CallFacts): Promise<string | undefined> {
  if (facts.body.kind === 'none') return undefined;
  if (facts.expectsContinue) {
    res.writeContinue();
    facts.expectsContinue = false;
  }
  return accountIn(await peekBody(req, facts.bodyLimit));
}
