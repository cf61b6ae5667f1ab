import { channel } from 'node:diagnostics_channel';

/** Redis did not answer a probe, or refused it. */
export interface RedisFault {
  readonly reason: string;
}

/** Metrics subscribe to it. */
export const redisFaults = channel('dotcode.redis-fault');
