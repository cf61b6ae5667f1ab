import { styleText } from 'node:util';
import { variablesHelp } from '#platform/config/documents.ts';
import { readFlags } from '#platform/config/flags.ts';
import { productVersion } from '#platform/config/product-version.ts';
import type { Environment } from '#platform/config/variable.ts';
import { replaceOnEscapedError } from '#platform/escaped-errors.ts';
import { releaseStartMemory } from '#platform/release-memory.ts';
import { type GatewayConfig, loadConfig } from '#server/config/config.ts';
import { demoAccount } from '#shared/account/demo-account.ts';
import { longestStopMs } from './longest-stop.ts';
import { onParentEnd } from './parent.ts';
import { readyMessage } from './ready-message.ts';
import { type Running, start } from './start.ts';

/** The command line: help, the version, or the gateway itself until a signal ends it. */
export async function run(args: readonly string[], env: Environment): Promise<void> {
  try {
    const flags = readFlags(args);
    if (flags.help) process.stdout.write(helpText());
    else if (flags.version) process.stdout.write(`DotCode ${productVersion}\n`);
    else await serve(env);
  } catch (error) {
    fail(error);
  }
}

function helpText(): string {
  return `DotCode: npm start [-- --help | --version]\n\n${variablesHelp(['gateway', 'upstream'])}`;
}

async function serve(env: Environment): Promise<void> {
  const config = loadConfig(env);
  const running = await start(config, env);
  stopOnSignals(running.stop);
  replaceOnEscapedError({ log: running.log, drain: running.stop, withinMs: longestStopMs(config) });
  if (env.npm_lifecycle_event === 'start') onParentEnd(() => void running.stop().then(() => process.exit(0), fail));
  try {
    await running.ready;
  } catch (error) {
    await running.stop();
    throw error;
  }
  process.stdout.write(readyText(running.url, config));
  releaseStartMemory();
}

function readyText(url: string, config: GatewayConfig): string {
  const isEmbedded = config.upstreamUrl === undefined;
  return readyMessage(
    process.stdout.isTTY ? 'text' : 'json',
    {
      url,
      databaseUrl: isEmbedded ? config.databaseUrl : undefined,
      upstreamUrl: config.upstreamUrl,
      demoAccount: isEmbedded && config.demo ? demoAccount : undefined,
    },
    (text) => styleText(['bold', 'cyan'], text),
  );
}

/** npm repeats the terminal's Ctrl-C: a second signal within this time is the same one. */
const repeatedSignalMs = 300;

function stopOnSignals(stop: Running['stop']): void {
  let firstAt: number | undefined;
  const handle = (signal: NodeJS.Signals): void => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      void stop().then(() => process.exit(0), fail);
    } else if (performance.now() - firstAt > repeatedSignalMs) {
      process.exit(signal === 'SIGINT' ? 130 : 143);
    }
  };
  process.on('SIGTERM', handle).on('SIGINT', handle);
}

/** Ends the process with a sentence for the operator, without a stack. */
function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
