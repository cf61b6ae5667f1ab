import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import { SamplingDecision, type SpanExporter } from '@opentelemetry/sdk-trace-node';
import { expect, it } from 'vitest';
import { pauseWithoutCollector } from './pause-without-collector.ts';

it('makes no spans for a while after the collector has failed, says so once, and tries again', () => {
  let time = 0;
  let collectorWorks = false;
  let sent = 0;
  const collector: SpanExporter = {
    export(_spans, done) {
      sent += 1;
      done(collectorWorks ? { code: 0 } : { code: 1, error: new Error('connect ECONNREFUSED') });
    },
    shutdown: async () => {},
  };
  const told: unknown[] = [];
  const { sampler, exporter } = pauseWithoutCollector(
    collector,
    (error) => told.push((error as Error).message),
    () => time,
  );
  const isRecorded = () =>
    sampler.shouldSample(ROOT_CONTEXT, '0'.repeat(32), 'x', SpanKind.SERVER, {}, []).decision ===
    SamplingDecision.RECORD_AND_SAMPLED;
  expect(isRecorded()).toBe(true);
  for (let i = 0; i < 5; i += 1) exporter.export([], () => {});
  expect([isRecorded(), sent, told]).toEqual([false, 1, ['connect ECONNREFUSED']]);
  time = 15_001;
  expect(isRecorded()).toBe(true);
  exporter.export([], () => {});
  time += 15_001;
  // The second pause is twice as long.
  expect([isRecorded(), sent]).toEqual([false, 2]);
  time += 15_001;
  collectorWorks = true;
  exporter.export([], () => {});
  expect([isRecorded(), sent, told.length]).toEqual([true, 3, 2]);
});
