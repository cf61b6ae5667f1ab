import { EventEmitter, once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { Server } from 'socket.io';
import { createRecordedApp } from './app.ts';
import { attachChat } from './chat-socket.ts';
import type { Context, DatabaseState } from './context.ts';
import { allowedOrigin } from './cors.ts';
import type { Documents } from './documents.ts';
import { createFaults } from './faults.ts';
import { buildNetwork, type Network, networkDocuments } from './network.ts';
import { signToken } from './session-token.ts';

interface RecordedUpstreamOptions {
  /** Default 0: a free port. */
  port?: number;
}

/** One HTTP call the double answered or failed to answer. */
interface Call {
  method: string;
  /** Path and query as they arrived, not decoded. */
  url: string;
  /** Undefined until it is answered; stays so when the connection was cut. */
  status?: number;
}

export interface RecordedUpstream {
  /** Stays the same across restarts. */
  readonly url: string;
  /** The stored documents, live: tests read and change them. */
  readonly documents: Documents;
  /** The sample people and what lies between them. */
  readonly network: Network;
  readonly calls: Call[];
  /** The people who joined a chat room, in order. Joining is not acknowledged, so that tests look here. */
  readonly joins: Context['joins'];
  /** Resolves once this person has joined a chat room. */
  untilJoined: (userId: string) => Promise<void>;
  /** The reason of each simulated exit. A correct client causes none. */
  readonly crashes: string[];
  readonly fail: ReturnType<typeof createFaults>['fail'];
  setDatabase: (state: DatabaseState) => void;
  /** A value for the `token` cookie, as login would set it. */
  tokenFor: (userId: string) => string;
  /** Starts again after a crash, on the same port, with what was stored. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * A test double of an upstream that is already deployed: in memory, on a port of its own, answering as recorded,
 * quirks and misspellings included.
 */
export async function createRecordedUpstream(options: RecordedUpstreamOptions = {}): Promise<RecordedUpstream> {
  const network = buildNetwork();
  const documents: Documents = networkDocuments(network);
  const calls: Call[] = [];
  const crashes: string[] = [];
  const faults = createFaults();
  const context: Context = {
    documents,
    database: 'up',
    feedLimit: 10,
    joins: [],
    joined: new EventEmitter(),
    crash: (reason) => {
      crashes.push(reason);
      stopped = stop();
    },
  };
  const app = createRecordedApp(context, recordInto(calls), faults.handle);

  let stopped: Promise<void> = Promise.resolve();
  let running: Running | undefined = await listen(options.port ?? 0);
  const { port } = running.http.address() as AddressInfo;

  async function listen(onPort: number): Promise<Running> {
    const http = createServer(app);
    const sockets = new Set<Socket>();
    http.on('connection', (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    const io = new Server(http, { cors: { origin: allowedOrigin, credentials: true } });
    attachChat(io, context);
    http.listen(onPort, '127.0.0.1');
    await once(http, 'listening');
    return { http, io, sockets };
  }

  async function stop(): Promise<void> {
    if (!running) return;
    const { io, sockets } = running;
    running = undefined;
    for (const socket of sockets) socket.destroy();
    await io.close();
  }

  return {
    url: `http://127.0.0.1:${port}`,
    documents,
    network,
    calls,
    joins: context.joins,
    untilJoined: async (userId) => {
      while (!context.joins.some((join) => join.userId === userId)) await once(context.joined, 'join');
    },
    crashes,
    fail: faults.fail,
    setDatabase: (state) => {
      context.database = state;
    },
    tokenFor: signToken,
    restart: async () => {
      await stopped;
      await stop();
      running = await listen(port);
    },
    close: async () => {
      await stopped;
      await stop();
    },
  };
}

interface Running {
  http: HttpServer;
  io: Server;
  sockets: Set<Socket>;
}

function recordInto(calls: Call[]): RequestHandler {
  return (request, response, next) => {
    const call: Call = { method: request.method, url: request.originalUrl };
    calls.push(call);
    response.once('finish', () => {
      call.status = response.statusCode;
    });
    next();
  };
}
