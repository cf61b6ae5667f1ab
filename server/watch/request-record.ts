import type { Logger } from 'pino';
import type { Middleware } from '#server/request/identify.ts';
import { routeLabel } from './route-label.ts';

/** A request that is over. No field but `address` names a person, and none holds a header or a query. */
interface RequestRecord {
  readonly id: string;
  /** The client's, as the trusted proxies say. */
  readonly address: string;
  readonly method: string;
  readonly route: string;
  /** 499, as nginx has it, when the client left before there was an answer. */
  readonly status: number;
  /** Sent to the client, headers included. */
  readonly bytes: number;
  readonly ms: number;
  /** Until the head of the upstream's answer arrived, when it was asked. */
  readonly upstreamMs?: number;
  readonly aborted: boolean;
}

export type RecordRequest = (record: RequestRecord) => void;

/** Reports each request when it is over, also a cut one. Without a recorder it does nothing. */
export function watchRequests(...records: readonly RecordRequest[]): Middleware {
  return (req, res, next) => {
    if (records.length === 0) return next();
    const startedAt = performance.now();
    const { requestId, path, client } = res.locals;
    // A response lets go of its socket when it is over.
    const { method, socket } = req;
    const written = socket.bytesWritten;
    res.on('close', () => {
      const { upstreamAnsweredAt } = res.locals;
      const record: RequestRecord = {
        id: requestId,
        address: client.ip,
        method,
        route: routeLabel(path),
        status: res.headersSent ? res.statusCode : 499,
        bytes: socket.bytesWritten - written,
        ms: tenths(performance.now() - startedAt),
        ...(upstreamAnsweredAt === undefined ? {} : { upstreamMs: tenths(upstreamAnsweredAt - startedAt) }),
        aborted: !res.writableFinished,
      };
      for (const report of records) report(record);
    });
    next();
  };
}

/**
 * One log line per request, at debug level for health checks, which come every few seconds. The client's address is
 * left out unless `withAddress` is set (LOG_ADDRESS).
 */
export function logRequests(log: Logger, withAddress: boolean): RecordRequest {
  return ({ address, ...rest }) => {
    const record = withAddress ? { ...rest, address } : rest;
    if (record.route.startsWith('/health')) log.debug(record, 'request');
    else log.info(record, 'request');
  };
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
