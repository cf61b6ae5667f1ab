import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import cookieParser from 'cookie-parser';
import express, { type Express } from 'express';
import { Server } from 'socket.io';
import { addAccountRoutes } from './account-routes.ts';
import { attachChat } from './chat-socket.ts';
import { type Context, signToken } from './context.ts';
import { buildNetwork, type Documents } from './network.ts';
import { addPeopleRoutes } from './people-routes.ts';
import { addProjectRoutes } from './project-routes.ts';

export interface RecordedUpstream {
  /** Stays the same across restarts. */
  readonly url: string;
  /** The stored documents, live: tests read and change them. */
  readonly documents: Documents;
  /** The sample people and what lies between them. */
  readonly network: ReturnType<typeof buildNetwork>['network'];
  /** The people who joined a chat room, in order. Joining is not acknowledged, so that tests look here. */
  readonly joins: Context['joins'];
  /** The reason of each simulated exit. A correct client causes none. */
  readonly crashes: string[];
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
export async function createRecordedUpstream(): Promise<RecordedUpstream> {
  const { network, documents } = buildNetwork();
  const crashes: string[] = [];
  const context: Context = {
    documents,
    joins: [],
    crash: (reason) => {
      crashes.push(reason);
      stopped = stop();
    },
  };
  const app = createApp(context);

  let stopped: Promise<void> = Promise.resolve();
  let running: Running | undefined = await listen(0);
  const { port } = running.http.address() as AddressInfo;

  async function listen(onPort: number): Promise<Running> {
    const http = createServer(app);
    const sockets = new Set<Socket>();
    http.on('connection', (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    const io = new Server(http, { cors: { origin: 'http://localhost:5173', credentials: true } });
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
    ...{ url: `http://127.0.0.1:${port}`, documents, network, crashes, joins: context.joins },
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

function createApp(context: Context): Express {
  const app = express();
  app.use(express.json({ limit: '100kb' }), cookieParser());
  addAccountRoutes(app, context);
  addPeopleRoutes(app, context);
  addProjectRoutes(app, context);
  return app;
}
