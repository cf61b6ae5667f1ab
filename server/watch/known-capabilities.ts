import type { AskUpstream, UpstreamAnswer } from '#server/request/ask-upstream.ts';
import type { Middleware } from '#server/request/facts.ts';
import { type Capability, capabilities } from '#shared/capabilities.ts';
import { apiPaths } from '#shared/paths.ts';

/** What the upstream can do; undefined while that is not known. Never rejects. */
export type KnownCapabilities = () => Promise<readonly Capability[] | undefined>;

const keptMs = 60_000;
/** A page is sent without the capabilities when their answer takes longer; the next page has them. */
const patienceMs = 50;
const timeoutMs = 2000;

/** Asks the upstream for its capabilities at most once a minute, when a page wants to know them. */
export function createKnownCapabilities(ask: AskUpstream, now: () => number = Date.now): KnownCapabilities {
  let known: readonly Capability[] | undefined;
  let knownAt = 0;
  let asking: Promise<void> | undefined;

  const learn = async () => {
    try {
      known = capabilitiesIn(await ask(apiPaths.capabilities, { signal: AbortSignal.timeout(timeoutMs) }));
      knownAt = now();
    } catch {
      known = undefined;
    }
    asking = undefined;
  };

  return async () => {
    if (known === undefined || now() - knownAt >= keptMs) {
      known = undefined;
      asking ??= learn();
      await Promise.race([asking, new Promise((resolve) => setTimeout(resolve, patienceMs).unref())]);
    }
    return known;
  };
}

/** Lets the pages behind it find out what the upstream can do. */
export function knowUpstream(capabilities: KnownCapabilities): Middleware {
  return (_req, res, next) => {
    res.locals.capabilities = capabilities;
    next();
  };
}

/** As the client reads the answer (client/store/api/capabilities.ts). */
export function capabilitiesIn({ status, body }: UpstreamAnswer): readonly Capability[] | undefined {
  const reply = (body ?? {}) as { code?: unknown; capabilities?: unknown };
  if (status === 404 || (status === 400 && reply.code !== 'unavailable')) return [];
  if (status !== 200) return undefined;
  const listed: unknown[] = Array.isArray(reply.capabilities) ? reply.capabilities : [];
  return capabilities.filter((name) => listed.includes(name));
}
