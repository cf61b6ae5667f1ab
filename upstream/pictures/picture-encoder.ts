import { type ChildProcess, fork } from 'node:child_process';
import type { EncodedPicture, PictureFault } from './encode.ts';
import type { PictureAnswer } from './messages.ts';

export interface PictureEncoder {
  /**
   * Encodes one upload; the caller sends one at a time. Resolves with a fault for a picture that is refused: `costly`
   * where it took too much time or memory.
   */
  encode(bytes: Uint8Array): Promise<EncodedPicture | PictureFault | 'costly'>;
  close(): Promise<void>;
}

export interface EncoderTimes {
  /** How long one picture may take. */
  patienceMs: number;
  /** An idle process ends after this time, which gives its memory back. */
  idleMs: number;
}

/**
 * Runs the encoder in a process of its own, started with the first picture: whatever a picture does to it, calls and
 * sockets go on. The next picture gets a new process.
 */
export function createPictureEncoder(
  { patienceMs, idleMs }: EncoderTimes = { patienceMs: 20_000, idleMs: 60_000 },
): PictureEncoder {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    const started = fork(new URL('./picture-process.ts', import.meta.url), {
      serialization: 'advanced',
      // Nothing of the upstream's environment, which holds its secrets.
      env: {},
      execArgv: ['--max-old-space-size=64'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    started.on('error', () => {});
    return started;
  }

  function stop(): void {
    child?.kill('SIGKILL');
    child = undefined;
  }

  return {
    async encode(bytes) {
      clearTimeout(idle);
      child ??= start();
      const worker = child;
      const answered = Promise.withResolvers<PictureAnswer | undefined>();
      const ended = () => answered.resolve(undefined);
      const patience = setTimeout(() => {
        if (child === worker) stop();
        ended();
      }, patienceMs);
      worker.once('message', answered.resolve).once('exit', ended);
      worker.send({ bytes }, (error) => {
        if (error) ended();
      });
      const answer = await answered.promise;
      clearTimeout(patience);
      worker.off('message', answered.resolve).off('exit', ended);
      idle = setTimeout(stop, idleMs).unref();
      if (answer === undefined) return 'costly';
      return 'fault' in answer ? answer.fault : answer.picture;
    },
    async close() {
      clearTimeout(idle);
      const last = child;
      stop();
      if (last !== undefined && last.exitCode === null && last.signalCode === null)
        await new Promise((resolve) => last.once('exit', resolve));
    },
  };
}
