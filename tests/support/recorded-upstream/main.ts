import { parseArgs } from 'node:util';
import { createRecordedUpstream } from './create-recorded-upstream.ts';
import { samplePassword } from './network.ts';

// Runs the double by hand: start it, then point the gateway at it with UPSTREAM_URL.
const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
const upstream = await createRecordedUpstream({ port: Number(values.port) });
console.log(`Recorded upstream: UPSTREAM_URL=${upstream.url}`);
console.log(`Sign in as ${upstream.network.people.asha.emailId} with ${samplePassword}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void upstream.close());
