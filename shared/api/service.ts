import type { Capability } from '../capabilities.ts';

export interface CapabilitiesReply {
  capabilities: Capability[];
}

export interface UpstreamHealth {
  status: 'ok';
  version: string;
  uptime: number;
  database: 'sqlite' | 'postgres';
}
