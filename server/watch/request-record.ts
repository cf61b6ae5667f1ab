import type { Logger } from 'pino';
import type { Middleware } from '#server/request/facts.ts';
import { routeLabel } from './route-label.ts';

/** A request that is over. No field names a person, and none holds a header or a query. */
interface RequestRecord {
  readonly id: string;
  readonly method: string;
  readonly route: string;
  /** 499, as nginx has it, when the client left before there was an answer. */
  readonly status: number;
  /** Sent to the client, headers included. */
  readonly bytes: number;
  readonly ms: number;
  /** Until the head of the upstream's answer arrived, when it was asked. */
  readonly upstreamMs: number | undefined;
  readonly aborted: boolean;
}

export type RecordRequest = (record: RequestRecord) => void;

/** Writes each request to the log when it is over, also a cut one, and tells `record` of it. */
export function recordRequests(log: Logger, record: RecordRequest | undefined): Middleware {
  const records = [
    ...(record === undefined ? [] : [record]),
    ...(log.isLevelEnabled('info') ? [logRequests(log)] : []),
  ];
  return (req, res, next) => {
    if (records.length === 0) return next();
    const startedAt = performance.now();
    const { requestId, path, callPath } = res.locals;
    // Read now: a response has no socket any more when it is over.
    const { method, socket } = req;
    const written = socket.bytesWritten;
    res.on('close', () => {
      const { upstreamAnsweredAt } = res.locals;
      const record: RequestRecord = {
        id: requestId,
        method,
        route: routeLabel(path, callPath),
        status: res.headersSent ? res.statusCode : 499,
        bytes: socket.bytesWritten - written,
        ms: tenths(performance.now() - startedAt),
        upstreamMs: upstreamAnsweredAt === undefined ? undefined : tenths(upstreamAnsweredAt - startedAt),
        aborted: !res.writableFinished,
      };
      for (const report of records) report(record);
    });
    next();
  };
}

/** One log line per request, at debug level for health checks, which come every few seconds. */
function logRequests(log: Logger): RecordRequest {
  return (record) => {
    if (record.route.startsWith('/health')) log.debug(record, 'request');
    else log.info(record, 'request');
  };
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
