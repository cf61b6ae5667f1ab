import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { routeLabel } from './route-label.ts';

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

export interface RequestWatch {
  /** Reports this request when it is over, whatever becomes of it. */
  readonly begin: (req: IncomingMessage, res: ServerResponse, id: string) => void;
  /** The upstream has answered this request. */
  readonly upstreamAnswered: (req: IncomingMessage) => void;
}

interface Watched {
  readonly startedAt: number;
  upstreamMs: number | undefined;
}

export function watchRequests(record: RecordRequest): RequestWatch {
  const watched = new WeakMap<IncomingMessage, Watched>();
  return {
    begin(req, res, id) {
      const facts: Watched = { startedAt: performance.now(), upstreamMs: undefined };
      watched.set(req, facts);
      // Both change on the way: the proxy rewrites the address, and a response lets go of its socket.
      const { url = '', method = '', socket } = req;
      const written = socket.bytesWritten;
      res.once('close', () => {
        const { upstreamMs, startedAt } = facts;
        record({
          id,
          method,
          route: routeLabel(pathOf(url)),
          status: res.headersSent ? res.statusCode : 499,
          bytes: socket.bytesWritten - written,
          ms: tenths(performance.now() - startedAt),
          ...(upstreamMs === undefined ? {} : { upstreamMs: tenths(upstreamMs) }),
          aborted: !res.writableFinished,
        });
      });
    },
    upstreamAnswered(req) {
      const facts = watched.get(req);
      if (facts !== undefined) facts.upstreamMs ??= performance.now() - facts.startedAt;
    },
  };
}

/** One line per request; what asks for health every few seconds is only of interest when debugging. */
export function logRequests(log: Logger): RecordRequest {
  return (record) => {
    if (record.route.startsWith('/health')) log.debug(record, 'request');
    else log.info(record, 'request');
  };
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
