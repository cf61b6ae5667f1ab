import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { pathOf, routeLabel } from './route-label.ts';

/** What is known of a request when it is over. Nothing in it names a person, and no header or query is in it. */
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
  readonly upstreamMs?: number;
  readonly aborted: boolean;
}

export type RecordRequest = (record: RequestRecord) => void;

/** A request under way. */
export interface WatchedRequest {
  /** The upstream has begun to answer it. */
  upstreamAnswered(): void;
}

/** Reports each request that it is told of when it is over, whatever becomes of it. */
export type WatchRequest = (req: IncomingMessage, res: ServerResponse, id: string) => WatchedRequest;

export function watchRequests(record: RecordRequest): WatchRequest {
  return (req, res, id) => {
    const startedAt = performance.now();
    let upstreamMs: number | undefined;
    // Both change on the way: the proxy rewrites the address, and a response lets go of its socket.
    const { url = '', method = '', socket } = req;
    const written = socket.bytesWritten;
    res.on('close', () =>
      record({
        id,
        method,
        route: routeLabel(pathOf(url)),
        status: res.headersSent ? res.statusCode : 499,
        bytes: socket.bytesWritten - written,
        ms: tenths(performance.now() - startedAt),
        ...(upstreamMs === undefined ? {} : { upstreamMs: tenths(upstreamMs) }),
        aborted: !res.writableFinished,
      }),
    );
    return {
      upstreamAnswered() {
        upstreamMs ??= performance.now() - startedAt;
      },
    };
  };
}

/** One line per request; what asks for health every few seconds is only of interest when debugging. */
export function logRequests(log: Logger): RecordRequest {
  return (record) => {
    if (record.route.startsWith('/health')) log.debug(record, 'request');
    else log.info(record, 'request');
  };
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
