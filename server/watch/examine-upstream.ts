import type { AskUpstream } from '#server/request/ask-upstream.ts';
import { type Capability, capabilities } from '#shared/capabilities.ts';
import { apiPaths } from '#shared/paths.ts';
import { capabilitiesIn } from './known-capabilities.ts';
import { createUpstreamProbe } from './upstream-probe.ts';

/** What a start finds of its upstream; `docs/operations.md` says what each capability is. */
export interface UpstreamFinding {
  readonly state: 'ready' | 'not ready';
  /** Why it is not ready, or why its capabilities are not known. */
  readonly reason?: string;
  readonly offers?: readonly Capability[];
  readonly lacks?: readonly Capability[];
}

/** Never rejects. */
export async function examineUpstream(ask: AskUpstream, patienceMs: number): Promise<UpstreamFinding> {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    await createUpstreamProbe(ask)(signal);
  } catch (error) {
    return { state: 'not ready', reason: reasonOf(error, signal, patienceMs) };
  }
  try {
    const answer = await ask(apiPaths.capabilities, { signal });
    const offers = capabilitiesIn(answer);
    if (offers === undefined) return { state: 'ready', reason: `/capabilities answered ${answer.status}` };
    return { state: 'ready', offers, lacks: capabilities.filter((name) => !offers.includes(name)) };
  } catch (error) {
    return { state: 'ready', reason: `/capabilities: ${reasonOf(error, signal, patienceMs)}` };
  }
}

/** The code of the connection's fault, where there is one. */
function reasonOf(error: unknown, { aborted }: AbortSignal, patienceMs: number): string {
  if (aborted) return `no answer within ${patienceMs / 1000} s`;
  const { message, cause } = error as Error;
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? message;
}
