import { ApiError } from '../http/api-error.ts';

export interface FairQueue {
  /**
   * Runs `work` when its turn has come. Sources take turns, so that a source with many jobs delays only its own. Throws
   * `busy` where the queue is full, and an error where `gone` was aborted before the turn came.
   */
  run<Result>(source: string, gone: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

export interface FairQueueOptions {
  /** How many run at a time, in all and of one source. */
  lanes: number;
  lanesOfOneSource?: number;
  /** How many jobs wait at most, in all and of one source. */
  mostWaiting: number;
  mostOfOneSource: number;
  /** The answer to a caller who finds the queue full. */
  busy: () => ApiError;
}

interface Job {
  readonly source: string;
  readonly start: () => void;
  readonly refuse: (error: ApiError) => void;
}

/** A bounded queue in which sources take turns. */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { lanes, lanesOfOneSource = lanes, mostWaiting, mostOfOneSource, busy } = options;
  /** Waiting jobs by source; the source whose turn is next comes first. */
  const queues = new Map<string, Job[]>();
  const runningOf = new Map<string, number>();
  let waiting = 0;
  let running = 0;

  function nextSource(): string | undefined {
    for (const source of queues.keys()) if ((runningOf.get(source) ?? 0) < lanesOfOneSource) return source;
    return undefined;
  }

  function startNext(): void {
    if (running >= lanes) return;
    const source = nextSource();
    const jobs = source === undefined ? undefined : queues.get(source);
    if (source === undefined || jobs === undefined) return;
    queues.delete(source);
    const job = jobs.shift();
    if (jobs.length > 0) queues.set(source, jobs);
    waiting -= 1;
    changeRunning(source, 1);
    job?.start();
  }

  function changeRunning(source: string, by: number): void {
    const ofSource = (runningOf.get(source) ?? 0) + by;
    if (ofSource === 0) runningOf.delete(source);
    else runningOf.set(source, ofSource);
    running += by;
  }

  function enqueue(job: Job): void {
    const jobs = queues.get(job.source) ?? [];
    if (jobs.length >= mostOfOneSource) throw busy();
    if (waiting >= mostWaiting) makeRoomFor(jobs.length);
    jobs.push(job);
    queues.set(job.source, jobs);
    waiting += 1;
    startNext();
  }

  /** A source with fewer jobs displaces the newest job of the source with most. */
  function makeRoomFor(length: number): void {
    let longest: Job[] = [];
    for (const jobs of queues.values()) if (jobs.length > longest.length) longest = jobs;
    if (longest.length <= length + 1) throw busy();
    longest.pop()?.refuse(busy());
    waiting -= 1;
  }

  function remove(job: Job): boolean {
    const jobs = queues.get(job.source);
    const at = jobs?.indexOf(job) ?? -1;
    if (jobs === undefined || at === -1) return false;
    jobs.splice(at, 1);
    if (jobs.length === 0) queues.delete(job.source);
    waiting -= 1;
    return true;
  }

  return {
    async run(source, gone, work) {
      if (gone.aborted) throw clientGone();
      const turn = Promise.withResolvers<void>();
      const job: Job = { source, start: turn.resolve, refuse: turn.reject };
      const leave = () => {
        if (remove(job)) turn.reject(clientGone());
      };
      gone.addEventListener('abort', leave, { once: true });
      enqueue(job);
      try {
        await turn.promise;
      } finally {
        gone.removeEventListener('abort', leave);
      }
      try {
        return await work();
      } finally {
        changeRunning(source, -1);
        startNext();
      }
    },
  };
}

/** For a caller who has disconnected: the error ends the job and is never sent. */
function clientGone(): ApiError {
  return new ApiError('request_timeout', 'The caller is gone.');
}
