import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigProblems } from '#platform/config/config-problems.ts';
import { proveDataFolder } from '#platform/config/data-folder.ts';
import { variablesHelp } from '#platform/config/documents.ts';
import { loadEnvFile } from '#platform/config/env-file.ts';
import { readFlags } from '#platform/config/flags.ts';
import { mailModeOf } from '#platform/config/mail-mode.ts';
import { productVersion } from '#platform/config/product-version.ts';
import { secretOf } from '#platform/config/secret.ts';
import { replaceOnEscapedError } from '#platform/escaped-errors.ts';
import { logDestination } from '#platform/log/log-destination.ts';
import { createTroubleLog, type Trouble } from '#platform/log/trouble-log.ts';
import { releaseStartMemory } from '#platform/release-memory.ts';
import { createUpstream } from './app.ts';
import { loadConfig, type UpstreamConfig } from './config.ts';
import { connect } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import { fillDemo } from './demo/fill-demo.ts';
import { closeSamples } from './demo/sample-accounts.ts';
import { samplesMaySignIn } from './features/auth/refusals.ts';
import { countCases } from './features/moderation/case-store.ts';
import { countJobs } from './jobs/job-store.ts';
import { makePushKeys } from './push/push.ts';
import { openRedis } from './redis/open-redis.ts';
import { proveSecret } from './secret/prove-secret.ts';
import { sealAnew } from './secret/seal-anew.ts';
import { createLog } from './watch/log.ts';
import type { Metrics } from './watch/metrics.ts';

/** How long the end of the process may take: calls, pushes and background work have a bound each. */
const longestStopMs = 20_000;

// Only the owner may read what this program makes, such as the files of SQLite.
process.umask(0o077);

try {
  const flags = readFlags(process.argv.slice(2));
  if (flags.help) process.stdout.write(helpText());
  else if (flags.version) process.stdout.write(`DotCode ${productVersion}\n`);
  else await start();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function helpText(): string {
  return `The upstream of DotCode: node upstream/main.mjs [--help | --version]\n\n${variablesHelp(['upstream'])}`;
}

async function start(): Promise<void> {
  loadEnvFile();
  const loaded = loadConfig(process.env);
  const dataProblem = proveDataFolder(loaded.databaseUrl);
  if (dataProblem !== undefined) throw new ConfigProblems([dataProblem]);
  const config = { ...loaded, secret: secretOf(loaded.secret, loaded.databaseUrl) };
  const log = createLog(config.logLevel, await logDestination());
  const metrics = config.upstreamMetricsPort === undefined ? undefined : await openMetrics();
  const logTrouble = createTroubleLog(log);
  const trouble: Trouble = (service, error) => {
    if (service === 'Redis') metrics?.count({ of: 'redis-fault' });
    logTrouble(service, error);
  };
  const connection = await connect(config.databaseUrl, {
    onTrouble: (error) => trouble('database', error),
    onStatement: metrics?.onStatement,
  });
  await migrate(connection);
  const secrets = { secret: config.secret, config };
  await proveSecret(connection.db, secrets, Date.now());
  if (config.secretPrevious !== undefined)
    log.info({ sealedAnew: await sealAnew(connection.db, secrets) }, 'SECRET is being changed');
  if (config.demo && (await fillDemo(connection))) log.info('the sample network is in place');
  if (!samplesMaySignIn(config)) await closeSamples(connection, log);
  const { missing } = mailModeOf(config);
  if (missing !== undefined)
    log.warn(
      `no mail is sent, because ${missing} is not set: nobody can confirm an address or replace a lost password`,
    );
  await makePushKeys({ config, db: connection.db, secret: config.secret, now: Date.now }).catch((error: unknown) => {
    trouble('database', error);
  });
  const redis = await openRedis(config, log, trouble);
  const upstream = createUpstream({
    ...{ config, connection, log, trouble, redis },
    ...(metrics && { count: metrics.count }),
  });
  await listen(upstream.server, config.upstreamHost, config.upstreamPort, 'UPSTREAM_PORT');
  const { port } = upstream.server.address() as AddressInfo;
  // An embedded upstream stays quiet: the gateway logs one line when both are ready.
  log[process.send ? 'debug' : 'info']({ port, database: connection.engine }, 'the upstream listens');
  metrics?.watch({
    sockets: upstream.sockets,
    isLeaving: upstream.isLeaving,
    databaseBytes: connection.bytes,
    canWrite: connection.canWrite,
    poolUse: connection.poolUse,
    cases: () => countCases(connection.watchDb, Date.now()),
    redisIsUp: redis?.isUp,
    jobs: () => countJobs(connection.watchDb, ['mail', 'push'], Date.now()),
  });
  if (metrics !== undefined) {
    const metricsPort = await publishMetrics(metrics, config);
    log.info({ metricsPort }, 'metrics are served');
  }

  let drained: Promise<void> | undefined;
  const drain = () => {
    drained ??= (async () => {
      await upstream.close();
      redis?.close();
      await connection.close();
    })();
    return drained;
  };
  const stop = async () => {
    await drain();
    process.exit(0);
  };
  replaceOnEscapedError({ log, drain, withinMs: config.shutdownDelayMs + longestStopMs });
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // The parent process (the gateway) has ended, even if it crashed.
  process.once('disconnect', stop);
  // Last, because the parent may send a stop signal as soon as it receives this message.
  // A gateway that has ended meanwhile is told nothing: without a callback that would be an uncaught error here.
  process.send?.({ type: 'listening', port }, () => undefined);
  releaseStartMemory();
  await upstream.resume();
}

async function openMetrics(): Promise<Metrics> {
  return (await import('./watch/metrics.ts')).createMetrics();
}

/** Returns the port. */
async function publishMetrics(metrics: Metrics, config: UpstreamConfig): Promise<number> {
  const { createMetricsServer } = await import('#platform/telemetry/metrics-server.ts');
  const server = createMetricsServer(metrics);
  await listen(server, config.upstreamHost, config.upstreamMetricsPort ?? 0, 'UPSTREAM_METRICS_PORT');
  // The metrics server must not keep the program alive at its end.
  server.unref();
  return (server.address() as AddressInfo).port;
}

async function listen(server: Server, host: string, port: number, variable: string): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${port} on ${host} is taken: stop the other program, or choose another ${variable}.`);
    throw new Error(
      `The upstream cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : error}.`,
    );
  }
}
