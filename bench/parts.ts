import { chatPart } from './chat/run.ts';
import { clientPart } from './client/run.ts';
import { costPart } from './cost/run.ts';
import type { Part } from './harness/part.ts';
import { interactionPart } from './interaction/run.ts';
import { latencyPart } from './latency/run.ts';
import { mailPart } from './mail/run.ts';
import { paintPart } from './paint/run.ts';
import { proxyPart } from './proxy/run.ts';
import { queriesPart } from './queries/run.ts';
import { startPart } from './start/run.ts';
import { staticPart } from './static/run.ts';

export const parts: readonly Part[] = [
  proxyPart,
  staticPart,
  latencyPart,
  upstreamPart,
  queriesPart,
  costPart,
  clientPart,
  paintPart,
  interactionPart,
  chatPart,
  mailPart,
  startPart,
];

import { upstreamPart } from './upstream/run.ts';
