import type { ReadableSpan, Sampler, SpanExporter } from '@opentelemetry/sdk-trace-node';
import { AlwaysOnSampler, ParentBasedSampler, SamplingDecision } from '@opentelemetry/sdk-trace-node';

/** How long no span is made after the collector refused some; twice as long with each refusal that follows. */
const firstPauseMs = 15_000;
const longestPauseMs = 300_000;

/** ExportResultCode of @opentelemetry/core, which is no dependency of ours. */
const failed = 1;

interface Pausing {
  readonly sampler: Sampler;
  readonly exporter: SpanExporter;
  /**
   * For instrumentations to leave calls alone meanwhile: a span that is not recorded costs almost as much as one that
   * is.
   */
  readonly isPaused: () => boolean;
}

/**
 * Spans cost as much without a collector as with one, and each attempt to send them is repeated five times. So after a
 * failure none are made or sent for a while: the program runs as if tracing were off, and `onTrouble` is called once.
 */
export function pauseWithoutCollector(
  exporter: SpanExporter,
  onTrouble: (error: unknown) => void,
  now: () => number = () => performance.now(),
): Pausing {
  const usual = new ParentBasedSampler({ root: new AlwaysOnSampler() });
  let pausedUntil = 0;
  let pauseMs = firstPauseMs;
  const isPaused = (): boolean => now() < pausedUntil;
  return {
    isPaused,
    sampler: {
      shouldSample: (...asked) =>
        isPaused() ? { decision: SamplingDecision.NOT_RECORD } : usual.shouldSample(...asked),
      toString: () => `PauseWithoutCollector(${usual})`,
    },
    exporter: {
      export(spans: ReadableSpan[], done) {
        if (isPaused()) return done({ code: failed });
        exporter.export(spans, (result) => {
          if (result.code !== failed) pauseMs = firstPauseMs;
          else if (!isPaused()) {
            pausedUntil = now() + pauseMs;
            pauseMs = Math.min(pauseMs * 2, longestPauseMs);
            onTrouble(result.error ?? new Error('it refused the spans'));
          }
          done(result);
        });
      },
      shutdown: () => exporter.shutdown(),
      forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    },
  };
}
