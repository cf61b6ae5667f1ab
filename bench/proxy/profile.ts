import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectionsAt, measureAt } from '#bench/harness/compare.ts';
import { table } from '#bench/harness/numbers.ts';
import type { Size } from '#bench/harness/part.ts';
import { cpuMicroseconds, type Started, startScript } from '#bench/harness/processes.ts';
import { startGateway } from './peers.ts';

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
}

type Kind = readonly [name: string, files: RegExp];

/**
 * The kinds of work that the CPU time of a request is divided into. A sample belongs to the innermost function whose
 * file one of the patterns matches. The first row is looked for before all others, so that a write counts as a system
 * call, whichever module makes it; generic parts of Node (streams, events, headers) count for their callers.
 */
const packageKinds: readonly Kind[] = [
  ['system calls of the sockets', /^node:internal\/stream_base_commons/],
  ['Node’s HTTP client and its agent', /^node:(_http_client|_http_agent|http|internal\/net)$/],
  ['Node’s HTTP server', /^node:_http_server$/],
  ['http-proxy-middleware, httpxy', /node_modules\/(http-proxy-middleware|httpxy|is-glob|micromatch)\//],
  [
    'Express and its router',
    /node_modules\/(express|router|path-to-regexp|parseurl|debug|finalhandler)\/|express-messages/,
  ],
  ['helmet', /node_modules\/helmet\//],
  ['cookie-parser', /node_modules\/(cookie-parser|cookie)\//],
];
/** The same for what the gateway does and the recipe does not. */
const ownKinds: readonly Kind[] = [
  [
    'the request log',
    /node_modules\/(pino|sonic-boom|fast-safe-stringify|quick-format-unescaped)\/|\/platform\/log\/|\/server\/watch\//,
  ],
  ['the request’s facts: id, address, session, target', /\/server\/request\/|node_modules\/proxy-addr\//],
  ['guards, circuit', /\/server\/security\/|\/server\/proxy\/(circuit|pass-circuit)/],
  ['calls in flight', /\/server\/limits\/calls-in-flight/],
  ['budgets', /\/server\/limits\/|\/platform\/limits\//],
  ['slow clients, drain', /\/server\/http\//],
  ['header rules of requests', /\/server\/proxy\/(request-headers|cookies|hop-by-hop)/],
  ['header rules of answers', /\/server\/proxy\/(answer|reply-headers|location)\.ts/],
  ['events and time limits of the proxy', /\/server\/proxy\//],
];
const kinds = [...packageKinds, ...ownKinds];
/** Own work with a larger share of a request, in percent, is named. */
const namedFrom = 3;
/** The shortest profile, in milliseconds: a shorter one may hold no request. */
const leastMs = 500;
const others = 'streams, events, timers, parsing of heads';
const collector = 'garbage collection';
const native = 'native code outside of all of these';

/**
 * Compares the CPU time of a request through the gateway with that of the same packages in their plain form:
 * microseconds for each kind of work.
 */
export async function profile(upstreamPort: number, folder: string, size: Size): Promise<string> {
  const gateway = await microseconds(size, join(folder, 'profile-gateway'), (env) => startGateway(upstreamPort, env));
  const recipe = await microseconds(size, join(folder, 'profile-recipe'), (env) =>
    startScript('bench/proxy/peer-express.ts', [upstreamPort, 'recipe'], { core: 'measured', env }),
  );
  const whole = [...gateway.values()].reduce((sum, time) => sum + time, 0);
  const share = (name: string): number => (100 * (gateway.get(name) ?? 0)) / whole;
  const names = [...kinds.map(([name]) => name), others, collector, native];
  const rows = names.map((name) => [
    name,
    ...[gateway, recipe].map((times) => (times.get(name) ?? 0).toFixed(1)),
    `${share(name).toFixed(1)} %`,
  ]);
  const large = ownKinds.map(([name]) => name).filter((name) => share(name) > namedFrom);
  return [
    'CPU µs of a request by kind of work, each program profiled alone',
    table(['', 'gateway, log on', 'recipe', 'share of the gateway’s'], rows),
    `Of the gateway's own work, over ${namedFrom} %: ${large.join('; ') || 'nothing'}.`,
  ].join('\n\n');
}

async function microseconds(
  size: Size,
  folder: string,
  start: (env: Record<string, string>) => Promise<Started>,
): Promise<ReadonlyMap<string, number>> {
  const program = await start({ NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=250 --cpu-prof-dir=${folder}` });
  const load = () =>
    measureAt(size, {
      port: program.port,
      connections: connectionsAt(size, 64),
      milliseconds: Math.max(size.milliseconds * 3, leastMs),
      paths: ['/api/user/feed?page=1&limit=10'],
    });
  await load();
  const before = cpuMicroseconds(program.pid);
  const { total } = await load();
  const each = (cpuMicroseconds(program.pid) - before) / total;
  // The profile is written when the program ends.
  await program.stop();
  const file = readdirSync(folder).find((name) => name.endsWith('.cpuprofile')) ?? '';
  const shares = sharesByKind(JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile);
  return new Map([...shares].map(([kind, share]) => [kind, share * each]));
}

function sharesByKind({ nodes, samples, timeDeltas }: CpuProfile): ReadonlyMap<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)));
  const kindOfSample = (id: number): string | undefined => {
    const name = byId.get(id)?.callFrame.functionName;
    if (name === '(idle)' || name === '(root)') return undefined;
    if (name === '(garbage collector)') return collector;
    if (name === '(program)') return native;
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const url = byId.get(at)?.callFrame.url ?? '';
      const kind = kinds.find(([, files]) => files.test(url));
      if (kind !== undefined) return kind[0];
    }
    return others;
  };
  const times = new Map<string, number>();
  let busy = 0;
  samples.forEach((id, i) => {
    // The first half is starting and compiling.
    const kind = i < samples.length / 2 ? undefined : kindOfSample(id);
    if (kind === undefined) return;
    const time = timeDeltas[i] ?? 0;
    busy += time;
    times.set(kind, (times.get(kind) ?? 0) + time);
  });
  return new Map([...times].map(([kind, time]) => [kind, time / busy]));
}
