import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Server } from 'node:net';
import type { Logger } from 'pino';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { Environment } from '#platform/config/variable.ts';
import { replaceOnEscapedError } from '#platform/escaped-errors.ts';
import { releaseStartMemory } from '#platform/release-memory.ts';
import type { GatewayConfig } from '#server/config/config.ts';
import { openLog } from '#server/watch/log.ts';
import { type GatewayProcess, openGateway, publishMetrics } from './gateway-process.ts';
import { longestStopMs } from './longest-stop.ts';

export interface WorkersOptions {
  readonly config: GatewayConfig;
  readonly env: Environment;
  readonly upstreamUrl: URL;
  readonly log: Logger;
}

/** The messages between a worker and its primary process. */
type Message = { gateway: 'listening'; url: string } | { gateway: 'failed'; reason: string } | { gateway: 'stop' };

const backOffMs = { first: 100, longest: 5000 };
const healthyAfterMs = 30_000;

/** Runs the gateway in several processes behind one port; the one that dies is replaced, with back-off. */
export async function startWorkers({ config, env, upstreamUrl, log }: WorkersOptions): Promise<GatewayProcess> {
  // Both keep the counts of the workers in this process.
  if (config.redisUrl === undefined) new RateLimiterClusterMaster();
  let metricsServer: Server | undefined;
  if (config.metricsPort !== undefined) {
    metricsServer = await publishMetrics(
      config,
      (await import('#server/watch/metrics.ts')).createClusterMetrics(),
      log,
    );
  }
  // Workers accept from a shared socket. With round robin the primary hands connections over, and a connection that is
  // on its way to a worker that ends would stay open for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ args: [] });
  const retries = new Set<NodeJS.Timeout>();
  let failures = 0;
  let stopping = false;

  const fork = (): Worker => {
    const startedAt = performance.now();
    // A worker starts no upstream of its own. The address changes the default of DEMO, which is therefore told, too.
    const worker = cluster.fork({ ...env, UPSTREAM_URL: upstreamUrl.href, DEMO: config.demo ? 'on' : 'off' });
    worker.once('exit', (status, signal) => {
      if (stopping) return;
      const asked = status === 0;
      failures = asked || performance.now() - startedAt > healthyAfterMs ? 0 : failures + 1;
      const delay = asked ? 0 : Math.min(backOffMs.first * 2 ** Math.max(failures - 1, 0), backOffMs.longest);
      log.error({ worker: worker.process.pid, status, signal, replacedInMs: delay }, 'a gateway worker ended');
      const retry = setTimeout(() => {
        retries.delete(retry);
        if (!stopping) fork();
      }, delay);
      retries.add(retry);
    });
    return worker;
  };

  const close = async (): Promise<void> => {
    stopping = true;
    for (const retry of retries) clearTimeout(retry);
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && stopWorker(worker, config)));
    metricsServer?.close();
  };

  const first = Array.from({ length: config.workers }, fork);
  try {
    const [url = ''] = await Promise.all(first.map(listening));
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function listening(worker: Worker): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  worker.on('message', (message: Message) => {
    if (message.gateway === 'listening') resolve(message.url);
    if (message.gateway === 'failed') reject(new Error(message.reason));
  });
  worker.once('exit', (status, signal) => reject(new Error(`A gateway worker ended at once (${signal ?? status}).`)));
  return promise;
}

async function stopWorker(worker: Worker, config: GatewayConfig): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, 'exit');
  const kill = setTimeout(() => worker.process.kill('SIGKILL'), longestStopMs(config));
  // Sending fails when the worker has ended already; its exit event follows.
  worker.send({ gateway: 'stop' } satisfies Message, () => undefined);
  await exited;
  clearTimeout(kill);
}

/** A worker process: serves until its primary says stop, or SIGTERM asks for its replacement. */
export async function runWorker(config: GatewayConfig): Promise<void> {
  const log = await openLog(config);
  const tell = (message: Message): Promise<void> => new Promise((resolve) => process.send?.(message, () => resolve()));
  const { upstreamUrl } = config;
  if (upstreamUrl === undefined) throw new Error('A gateway worker is told where the upstream is.');
  let gateway: GatewayProcess;
  try {
    gateway = await openGateway({ config, upstreamUrl, log, isWorker: true });
  } catch (error) {
    await tell({ gateway: 'failed', reason: error instanceof Error ? error.message : String(error) });
    process.exit(1);
  }
  const stop = async (): Promise<void> => {
    await gateway.close();
    process.exit(0);
  };
  replaceOnEscapedError({ log, drain: gateway.close, withinMs: longestStopMs(config) });
  process.on('message', (message: Message) => {
    if (message.gateway === 'stop') void stop();
  });
  // Ctrl-C reaches every process of the terminal; the primary tells its workers when to stop.
  process.on('SIGINT', () => undefined);
  process.once('SIGTERM', stop);
  process.once('disconnect', () => process.exit(1));
  await tell({ gateway: 'listening', url: gateway.url });
  releaseStartMemory();
}
