import cluster from 'node:cluster';
import { ConfigProblems, type Environment, loadConfig } from '#server/config/config.ts';
import { helpText } from '#server/config/config-docs.ts';
import { startGatewayTracing } from '#server/watch/tracing.ts';
import { releaseStartMemory } from './release-memory.ts';
import { type Running, start } from './start.ts';

/** The command line: help, the self-test of a deployment, or the gateway itself until a signal ends it. */
export async function run(args: readonly string[], env: Environment): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(helpText());
    return;
  }
  try {
    const asked = args.indexOf('--selftest');
    if (asked === -1) await serve(env);
    else await examine(args[asked + 1]);
  } catch (error) {
    fail(error);
  }
}

async function examine(address: string | undefined): Promise<void> {
  const url = URL.parse(address ?? '');
  if (url === null || !url.protocol.startsWith('http'))
    throw new Error('--selftest needs the address of a deployment.');
  const { selftest } = await import('#server/selftest/selftest.ts');
  const { kept, total } = await selftest(url, (line) => process.stdout.write(`${line}\n`));
  process.exitCode = kept === total ? 0 : 1;
}

async function serve(env: Environment): Promise<void> {
  const config = loadConfig(env);
  const tracing = await startGatewayTracing(config, env);
  if (cluster.isWorker) {
    await (await import('./workers.ts')).runWorker(config, tracing);
    return;
  }
  const running = await start(config, env);
  stopOnSignals(async () => {
    await running.stop();
    await tracing.stop();
  });
  try {
    await running.ready;
  } catch (error) {
    await running.stop();
    throw error;
  }
  process.stdout.write(`DotCode is ready: ${running.url}\n`);
  releaseStartMemory();
}

/** npm passes on the Ctrl-C that the terminal has sent to everybody already: two signals this close are one wish. */
const oneWishMs = 300;

function stopOnSignals(stop: Running['stop']): void {
  let firstAt: number | undefined;
  const handle = (signal: NodeJS.Signals): void => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      void stop().then(() => process.exit(0), fail);
    } else if (performance.now() - firstAt > oneWishMs) {
      process.exit(signal === 'SIGINT' ? 130 : 143);
    }
  };
  process.on('SIGTERM', handle).on('SIGINT', handle);
}

/** One clear message; a stack only for what is our own mistake. */
function fail(error: unknown): never {
  if (error instanceof ConfigProblems) process.stderr.write(`The configuration has ${error.message}\n`);
  else process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
