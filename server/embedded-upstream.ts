import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';

export interface EmbeddedOptions {
  readonly port: number;
  /** The environment of this process. The child gets it with a few variables replaced. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  /** Started instead of the upstream, in tests. */
  readonly program?: string;
  readonly backOffMs?: { readonly first: number; readonly longest: number };
}

/** A child that ran this long was healthy: after its next failure the back-off starts at its shortest again. */
const healthyAfterMs = 30_000;
const keptErrorText = 4000;
const upstreamProgram = fileURLToPath(new URL('../upstream/main.ts', import.meta.url));

/**
 * Runs the upstream as a child process: starts it again, with back-off, when it dies, and stops it with the gateway.
 * The child reports over its IPC channel that it listens, and ends when that channel closes, so that not even a
 * killed gateway leaves it running.
 */
export function startEmbedded(options: EmbeddedOptions) {
  const { port, log, program = upstreamProgram, backOffMs = { first: 100, longest: 5000 } } = options;
  const env = {
    ...options.env,
    UPSTREAM_PORT: String(port),
    UPSTREAM_HOST: '127.0.0.1',
    // The upstream's only client is this gateway, which sends the browsers' addresses in X-Forwarded-For.
    TRUST_PROXY: 'loopback',
    // The upstream is stopped after the gateway, which has waited for the delay already.
    SHUTDOWN_DELAY_MS: '0',
  };
  const first = Promise.withResolvers<void>();
  // The caller handles the rejection, except while it stops: an unhandled rejection would end the process.
  first.promise.catch(() => undefined);
  let child: ChildProcess | undefined;
  let retry: NodeJS.Timeout | undefined;
  let failures = 0;
  let hasListened = false;
  let stopping = false;

  const start = (): void => {
    const startedAt = performance.now();
    let errorText = '';
    let isListening = false;
    // In a process group of its own: Ctrl-C reaches the gateway alone, which lets running requests finish first.
    const current = spawn(process.execPath, [program], {
      env,
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      detached: true,
    });
    child = current;
    current.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (hasListened) process.stderr.write(text);
      else errorText = (errorText + text).slice(-keptErrorText);
    });
    current.once('message', () => {
      isListening = true;
      hasListened = true;
      if (errorText !== '') process.stderr.write(errorText);
      errorText = '';
      first.resolve();
      log.debug({ upstreamPid: current.pid }, 'the embedded upstream listens');
    });
    current.once('error', (error) => first.reject(error));
    current.once('close', (status, signal) => {
      child = undefined;
      if (stopping) return;
      if (!hasListened) return first.reject(new Error(reasonOf(errorText, status, signal)));
      failures = isListening && performance.now() - startedAt > healthyAfterMs ? 0 : failures + 1;
      const delay = Math.min(backOffMs.first * 2 ** Math.max(failures - 1, 0), backOffMs.longest);
      log.error({ status, signal, restartInMs: delay }, 'the embedded upstream ended; it is started again');
      retry = setTimeout(start, delay);
    });
  };
  start();

  return {
    /** Settles when the first start succeeded, or rejects with the reason that the child printed. */
    ready: first.promise,
    /** Sends the child SIGTERM, and kills it after the grace. */
    async stop(graceMs: number): Promise<void> {
      stopping = true;
      clearTimeout(retry);
      const current = child;
      if (current === undefined || current.exitCode !== null || current.signalCode !== null) return;
      const closed = new Promise((resolve) => current.once('close', resolve));
      const kill = setTimeout(() => current.kill('SIGKILL'), graceMs);
      current.kill('SIGTERM');
      await closed;
      clearTimeout(kill);
    },
  };
}

function reasonOf(errorText: string, status: number | null, signal: NodeJS.Signals | null): string {
  const said = errorText.trim();
  return said === '' ? `The upstream ended at once (${signal ?? `status ${status}`}) without saying why.` : said;
}

/** Below 32768, where Linux begins to take ports for outgoing connections. */
const [lowest, count] = [20_000, 10_000];

/**
 * A free port for a server that stops and starts again, outside the range of outgoing connections: a client that retries
 * meanwhile could be given the port that it dials, connect to itself, and keep the server from listening.
 */
export async function stablePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * count);
    const server = createServer();
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      server.close();
      await once(server, 'close');
      return port;
    } catch {
      // The port is taken: try another one.
    }
  }
}
