import { type DestinationStream, pino } from 'pino';

/** Each write to standard output costs a system call and a turn of the thread pool: lines are gathered for it. */
const gatheredBytes = 32 * 1024;
const longestDelayMs = 100;

/** Standard output: JSON lines written in the background and flushed at exit, or lines for a person at a terminal. */
export async function logDestination(): Promise<DestinationStream> {
  // The reader of the log has gone (EPIPE), which must not end the program.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return (process.stdout.isTTY && (await linesForPeople())) || gatheredLines();
}

/** Undefined where the package is not installed, as in the image. */
async function linesForPeople(): Promise<DestinationStream | undefined> {
  const { default: pretty } = await import('pino-pretty').catch(() => ({ default: undefined }));
  return pretty?.({
    sync: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,program,method,route,status,ms',
    messageFormat: '{msg}{if method} {method} {route} {status} {ms} ms{end}',
  });
}

/** Bytes, because pino's destination measures all gathered text anew with each line that is a string. */
function gatheredLines(): DestinationStream & { flushSync(): void } {
  const output = pino.destination({
    dest: 1,
    sync: false,
    contentMode: 'buffer',
    minLength: gatheredBytes,
    maxWrite: 2 * gatheredBytes,
    periodicFlush: longestDelayMs,
  });
  return {
    // Pino replaces `write` when nobody reads the lines any more, so that they are not kept.
    write: (line) => (output.write as (line: string | Buffer) => boolean).call(output, Buffer.from(line)),
    flushSync: () => output.flushSync(),
  };
}
