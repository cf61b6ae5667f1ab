import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Circuit } from '#server/proxy/circuit.ts';
import { createRoundRobinLookup } from '#server/proxy/round-robin-dns.ts';
import { createUpstreamClient } from '#server/proxy/upstream-client.ts';
import { parseUpstreamOrigin } from '#server/proxy/upstream-origin.ts';
import { examineUpstream, type UpstreamFinding } from '#server/watch/examine-upstream.ts';

/** The ready message waits for the first answer, which must not hold up a start for long. */
const usualPatienceMs = 2000;

export interface UpstreamReport {
  readonly first: Promise<UpstreamFinding>;
  readonly stop: () => void;
}

interface ReportOptions {
  readonly url: URL;
  readonly log: Logger;
  readonly patienceMs?: number;
  readonly askAgainMs?: number;
}

/**
 * Writes one line to the log about an upstream that is not our own: what it offers and lacks, or why it is not ready, and
 * then another one as soon as it is.
 */
export function reportUpstream(options: ReportOptions): UpstreamReport {
  const { url, log, patienceMs = usualPatienceMs, askAgainMs = 5000 } = options;
  const ending = new AbortController();
  const { ask, close } = createUpstreamClient({
    origin: parseUpstreamOrigin(url),
    lookup: createRoundRobinLookup(),
    viaToken: 'dotcode-start',
    connections: {
      circuit: new Circuit({ threshold: 5, pauseMs: 250, longestPauseMs: 500 }),
      connectMs: 2 * patienceMs,
    },
    // `examineUpstream` gives up sooner, and its finding says that there was no answer in time.
    timeoutMs: 2 * patienceMs,
    onFault: () => undefined,
  });
  const examine = () => examineUpstream(ask, patienceMs);

  const tell = (finding: UpstreamFinding): void => {
    const line = { upstream: url.origin, ...finding };
    if (finding.offers === undefined) log.warn(line, title);
    else log.info(line, title);
  };

  async function first(): Promise<UpstreamFinding> {
    const finding = await examine();
    tell(finding);
    if (finding.state === 'ready') close();
    else void follow();
    return finding;
  }

  async function follow(): Promise<void> {
    let finding: UpstreamFinding;
    do {
      // `ending` aborts the pause at the end of the process, and nothing else does.
      const isOver = await pause(askAgainMs, false, { signal: ending.signal, ref: false }).catch(() => true);
      if (isOver) return;
      finding = await examine();
    } while (finding.state !== 'ready');
    tell(finding);
    close();
  }

  return {
    first: first(),
    stop: () => {
      ending.abort();
      close();
    },
  };
}

const title = 'what the upstream offers';
