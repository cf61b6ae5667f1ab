import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTracing } from '#telemetry/tracing.ts';
import { createUpstream } from './app.ts';
import { openSharing } from './chat/sharing.ts';
import { loadConfig } from './config.ts';
import { connect } from './db/connect.ts';
import { guardStatements, migrate } from './db/migrate.ts';
import { fillDemo } from './demo/fill-demo.ts';
import { createLog } from './log.ts';
import { releaseStartMemory } from './release-memory.ts';
import { createTroubleLog } from './trouble-log.ts';

try {
  await start();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog(config.logLevel);
  const tracing = await startTracing({
    env: process.env,
    name: 'dotcode-upstream',
    routeOf: (request: IncomingMessage & { route?: { path: string } }) => request.route?.path,
    // Every caller is a gateway, so incoming trace headers can be trusted.
    continuesTrace: () => true,
  });
  const trouble = createTroubleLog(log);
  const connection = await connect(config.databaseUrl, {
    poolSize: config.poolSize,
    onTrouble: (error) => trouble('database', error),
  });
  await migrate(connection);
  if (!(await guardStatements(connection)))
    log.warn('statements have no time limit: set statement_timeout for the role, as docs/operations.md says');
  if (config.demo && (await fillDemo(connection))) log.info('the sample network is in place');
  const sharing = await openSharing(config.redisUrl, log);
  const upstream = createUpstream({ config, connection, log, trouble, chat: { sharing } });
  await listen(upstream.server, config.host, config.port);
  const { port } = upstream.server.address() as AddressInfo;
  log.info({ port, database: connection.engine }, 'the upstream listens');

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await upstream.close();
    await connection.close();
    await tracing.stop();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // The parent process (the gateway) has ended, even if it crashed.
  process.once('disconnect', stop);
  // Last, because the parent may send a stop signal as soon as it receives this message.
  process.send?.({ type: 'listening', port });
  releaseStartMemory();
}

async function listen(server: ReturnType<typeof createUpstream>['server'], host: string, port: number): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${port} on ${host} is taken: stop the other program, or choose another UPSTREAM_PORT.`);
    throw new Error(
      `The upstream cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : error}.`,
    );
  }
}
