import type { Capability } from '../capabilities.ts';

export interface CapabilitiesReply {
  capabilities: Capability[];
}

/** The gateway's own health; `upstream` tells whether the upstream answers, and how fast (milliseconds). */
export interface GatewayHealth {
  status: 'ok' | 'draining';
  version: string;
  /** Seconds since start. */
  uptime: number;
  upstream: { status: 'ok' | 'unreachable' | 'unknown'; latencyMs?: number };
}

export interface UpstreamHealth {
  status: 'ok';
  version: string;
  uptime: number;
  database: 'sqlite' | 'postgres';
}
