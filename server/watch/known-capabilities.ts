import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { AskUpstream, UpstreamAnswer } from '#server/proxy/upstream.ts';
import { UpstreamFault } from '#server/proxy/upstream-fault.ts';
import { type Capability, capabilities } from '#shared/capabilities.ts';
import { apiPaths } from '#shared/paths.ts';

export type KnownCapabilities = ReturnType<typeof createKnownCapabilities>;

const keptMs = 60_000;
const timeoutMs = 2000;

/**
 * Asks the upstream for its capabilities, at most once a minute. The first answer is one line of the log. Passkeys belong to
 * one host name, that of PUBLIC_URL or localhost: the question names it, and pages at another host are not told of them.
 */
export function createKnownCapabilities(ask: AskUpstream, log: Logger, publicUrl?: string) {
  const host = publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname;
  let isTold = false;
  const lists = new LRUCache<'', readonly Capability[]>({
    max: 1,
    ttl: keptMs,
    allowStale: true,
    // A rejection is not kept: an upstream that did not say is asked again by the next page.
    async fetchMethod() {
      const known = capabilitiesIn(await ask(apiPaths.capabilities, { host, signal: AbortSignal.timeout(timeoutMs) }));
      if (!isTold)
        log.info({ offers: known, lacks: capabilities.filter((name) => !known.includes(name)) }, firstAnswer);
      isTold = true;
      return known;
    },
  });
  /** Waits for an answer where there is none yet. */
  const known = (): Promise<readonly Capability[] | undefined> => lists.fetch('').catch(() => undefined);
  return {
    known,
    /** The last answer, undefined before the first, for a page at this host; one that is older than a minute is asked for again. */
    last(pageHost: string): readonly Capability[] | undefined {
      void known();
      const isOwnHost = URL.parse(`http://${pageHost}`)?.hostname === host;
      return lists.get('')?.filter((name) => isOwnHost || name !== 'passkeys');
    },
  };
}

const firstAnswer = 'what the upstream offers';

/** As the client reads the answer. */
function capabilitiesIn({ status, body }: UpstreamAnswer): readonly Capability[] {
  const reply = (body ?? {}) as { code?: unknown; capabilities?: unknown };
  if (status === 404 || (status === 400 && reply.code !== 'unavailable')) return [];
  if (status !== 200) throw new UpstreamFault('invalid');
  const listed: unknown[] = Array.isArray(reply.capabilities) ? reply.capabilities : [];
  return capabilities.filter((name) => listed.includes(name));
}
