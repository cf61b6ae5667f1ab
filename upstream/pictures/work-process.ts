import { type ChildProcess, fork } from 'node:child_process';

export interface WorkTimes {
  /** How long one job may take. */
  patienceMs: number;
  /** An idle process ends after this time, which gives its memory back. */
  idleMs: number;
}

export interface WorkProcessOptions extends WorkTimes {
  /** Answers each message of its parent with one message, and ends when its parent is gone. */
  program: URL;
  args?: readonly string[];
  heapMegabytes: number;
}

export interface WorkProcess<Job extends object, Answer> {
  /** The caller sends one job at a time. Undefined where a job took too long, or ended the process. */
  run(job: Job): Promise<Answer | undefined>;
  close(): Promise<void>;
}

/**
 * Runs jobs in a process of its own, started with the first one: whatever a job does to it, calls and sockets go on. The
 * next job gets a new process.
 */
export function createWorkProcess<Job extends object, Answer>(options: WorkProcessOptions): WorkProcess<Job, Answer> {
  const { program, args = [], heapMegabytes, patienceMs, idleMs } = options;
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    const started = fork(program, [...args], {
      serialization: 'advanced',
      // Nothing of the environment, which holds secrets.
      env: {},
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
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
    async run(job) {
      clearTimeout(idle);
      child ??= start();
      const worker = child;
      const answered = Promise.withResolvers<Answer | undefined>();
      const ended = () => answered.resolve(undefined);
      const patience = setTimeout(() => {
        if (child === worker) stop();
        ended();
      }, patienceMs);
      worker.once('message', answered.resolve).once('exit', ended);
      worker.send(job, (error) => {
        if (error) ended();
      });
      const answer = await answered.promise;
      clearTimeout(patience);
      worker.off('message', answered.resolve).off('exit', ended);
      idle = setTimeout(stop, idleMs).unref();
      return answer;
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
