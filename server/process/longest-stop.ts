import type { GatewayConfig } from '#server/config/config.ts';

const spareMs = 2000;

/** A stop that takes longer is stuck. */
export function longestStopMs({ shutdownDelayMs, shutdownGraceMs }: GatewayConfig): number {
  return shutdownDelayMs + shutdownGraceMs + spareMs;
}
