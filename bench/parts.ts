import type { Part } from './harness/part.ts';
import { latencyPart } from './latency/run.ts';
import { proxyPart } from './proxy/run.ts';
import { staticPart } from './static/run.ts';

export const parts: readonly Part[] = [proxyPart, staticPart, latencyPart];
