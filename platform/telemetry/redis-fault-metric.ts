import { Counter, type Registry } from 'prom-client';
import { redisFaults } from './redis-faults.ts';

/** Counts the probes that Redis did not answer or refused, as `<program>_redis_faults_total`. Returns the function that stops counting. */
export function countRedisFaults(registry: Registry, program: 'gateway' | 'upstream'): () => void {
  const faults = new Counter({
    name: `${program}_redis_faults_total`,
    help: 'Probes that Redis did not answer, or refused as a standby or a Cluster does',
    registers: [registry],
  });
  const count = (): void => faults.inc();
  redisFaults.subscribe(count);
  return () => void redisFaults.unsubscribe(count);
}
