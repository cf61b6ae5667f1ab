import type { Request, Response } from 'express';
import { networkOf } from '#platform/network-of.ts';

/** The network of the caller's address, which Express takes from X-Forwarded-For of trusted peers. */
export function networkOfCaller(req: Request): string {
  return networkOf(req.ip ?? '');
}

/** Aborted when the caller hangs up before the reply is complete. */
export function goneSignal(res: Response): AbortSignal {
  const controller = new AbortController();
  const check = () => {
    if (!res.writableFinished) controller.abort();
  };
  if (res.destroyed) check();
  else res.once('close', check);
  return controller.signal;
}
