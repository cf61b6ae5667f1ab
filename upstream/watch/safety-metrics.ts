import { Counter, Histogram, type Registry } from 'prom-client';
import { type SafetyEvent, safety } from '#platform/telemetry/safety.ts';

const hour = 3600;
const lookBuckets = [0.25, 1, 2, 4, 8, 24, 48, 168].map((hours) => hours * hour);

/** Counts reports, blocks and what moderators do. Returns a function that stops it. */
export function countSafety(registry: Registry): () => void {
  const registers = [registry];
  const reports = new Counter({
    name: 'upstream_reports_total',
    help: 'Reports of a person, message, project or picture',
    labelNames: ['kind'],
    registers,
  });
  const blocks = new Counter({ name: 'upstream_blocks_total', help: 'Blocks of one person by another', registers });
  const actions = new Counter({
    name: 'upstream_case_actions_total',
    help: 'What moderators do: dismiss, hide, hide-name, warn, suspend, erase, undo; operators suspend and undo, too',
    labelNames: ['action'],
    registers,
  });
  const looks = new Histogram({
    name: 'upstream_first_look_seconds',
    help: 'From the first report of a case until a moderator opens it',
    buckets: lookBuckets,
    registers,
  });
  const count = (message: unknown): void => {
    const event = message as SafetyEvent;
    if (event.kind === 'report') reports.inc({ kind: event.of });
    if (event.kind === 'block') blocks.inc();
    if (event.kind === 'action') actions.inc({ action: event.action });
    if (event.kind === 'first-look') looks.observe(event.seconds);
  };
  safety.subscribe(count);
  return () => void safety.unsubscribe(count);
}
