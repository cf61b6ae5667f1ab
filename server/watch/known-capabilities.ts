import type { Logger } from 'pino';
import type { AskUpstream, UpstreamAnswer } from '#server/proxy/upstream.ts';
import { type Capability, capabilities } from '#shared/capabilities.ts';
import { apiPaths } from '#shared/paths.ts';

/** Keeps the last list of capabilities that the upstream answered; undefined before its first answer. */
export interface KnownCapabilities {
  /**
   * For a page at this host, with or without a port. Asks again in the background where the answer is older than a minute.
   */
  readonly last: (host: string) => readonly Capability[] | undefined;
  /** Waits for an answer where there is none yet. */
  readonly known: () => Promise<readonly Capability[] | undefined>;
}

const keptMs = 60_000;
const timeoutMs = 2000;

/**
 * Asks the upstream for its capabilities, at most once a minute. The first answer is one line of the log. Passkeys belong to
 * one host name, that of PUBLIC_URL or localhost: the question names it, and pages at another host are not told of them.
 */
export function createKnownCapabilities(ask: AskUpstream, log: Logger, publicUrl?: string): KnownCapabilities {
  const ownHost = publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname;
  let known: readonly Capability[] | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let isTold = false;
  let asking: Promise<void> | undefined;

  async function learn(): Promise<void> {
    try {
      known = capabilitiesIn(
        await ask(apiPaths.capabilities, { host: ownHost, signal: AbortSignal.timeout(timeoutMs) }),
      );
    } catch {
      known = undefined;
    }
    // An upstream that did not say is asked again by the next page.
    if (known === undefined) askedAt = Number.NEGATIVE_INFINITY;
    else if (!isTold) {
      isTold = true;
      const lacks = capabilities.filter((name) => !known?.includes(name));
      log.info({ offers: known, lacks }, 'what the upstream offers');
    }
  }

  function lastOfAll(): readonly Capability[] | undefined {
    const now = performance.now();
    if (asking === undefined && now - askedAt >= keptMs) {
      askedAt = now;
      asking = learn().finally(() => {
        asking = undefined;
      });
    }
    return known;
  }

  return {
    last(host) {
      const isOwnHost = URL.parse(`http://${host}`)?.hostname === ownHost;
      return lastOfAll()?.filter((name) => isOwnHost || name !== 'passkeys');
    },
    async known() {
      if (lastOfAll() === undefined) await asking;
      return known;
    },
  };
}

/** As the client reads the answer. */
function capabilitiesIn({ status, body }: UpstreamAnswer): readonly Capability[] | undefined {
  const reply = (body ?? {}) as { code?: unknown; capabilities?: unknown };
  if (status === 404 || (status === 400 && reply.code !== 'unavailable')) return [];
  if (status !== 200) return undefined;
  const listed: unknown[] = Array.isArray(reply.capabilities) ? reply.capabilities : [];
  return capabilities.filter((name) => listed.includes(name));
}
