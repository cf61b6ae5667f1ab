import { variablesHelp } from '#platform/config/documents.ts';
import { loadEnvFile } from '#platform/config/env-file.ts';
import { readFlags } from '#platform/config/flags.ts';
import { productVersion } from '#platform/config/product-version.ts';
import { replaceOnEscapedError } from '#platform/escaped-errors.ts';
import { releaseStartMemory } from '#platform/release-memory.ts';
import { loadConfig } from './config.ts';
import { readyText } from './ready-text.ts';
import { type Running, start } from './start.ts';

/** A stop that takes this much longer than configured is stuck. */
const spareMs = 2000;
/** npm repeats the terminal's Ctrl-C: a second signal within this time is the same one. */
const repeatedSignalMs = 300;
const parentCheckMs = 500;

try {
  const flags = readFlags(process.argv.slice(2));
  if (flags.help) process.stdout.write(helpText());
  else if (flags.version) process.stdout.write(`DotCode ${productVersion}\n`);
  else await serve();
} catch (error) {
  fail(error);
}

function helpText(): string {
  return `DotCode: npm start [-- --help | --version]\n\n${variablesHelp(['gateway', 'upstream'])}`;
}

/** Runs the gateway until a signal ends it. */
async function serve(): Promise<void> {
  loadEnvFile();
  const config = loadConfig(process.env);
  const running = await start(config, process.env);
  stopOnSignals(running.stop);
  const withinMs = config.shutdownDelayMs + config.shutdownGraceMs + spareMs;
  replaceOnEscapedError({ log: running.log, drain: running.stop, withinMs });
  if (process.env.npm_lifecycle_event === 'start') stopWithParent(running.stop);
  try {
    await running.ready;
  } catch (error) {
    await running.stop();
    throw error;
  }
  process.stdout.write(readyText(running.url, config, process.stdout.isTTY));
  releaseStartMemory();
}

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

/** npm sends a signal to its shell alone, and a shell such as dash ends without passing it on. */
function stopWithParent(stop: Running['stop']): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    void stop().then(() => process.exit(0), fail);
  }, parentCheckMs);
  timer.unref();
}

/** Ends the process with a sentence for the operator, without a stack. */
function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
