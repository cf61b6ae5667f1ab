import type { Server } from 'node:http';
import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { newSecret } from '#config/secret.ts';
import type { Capability } from '#shared/capabilities.ts';
import { attachChat, type ChatOptions } from './chat/attach.ts';
import { createChatBackend } from './chat/chat-backend.ts';
import type { UpstreamConfig } from './config.ts';
import type { Connection } from './db/connect.ts';
import type { Deps } from './deps.ts';
import { createEventBus, type EventBus } from './events.ts';
import { accountRoutes } from './features/account/account-routes.ts';
import { authRoutes } from './features/auth/auth-routes.ts';
import { createAuthenticate } from './features/auth/session.ts';
import { chatRoutes } from './features/chat/chat-routes.ts';
import { peopleRoutes } from './features/people/people-routes.ts';
import { interestRoutes } from './features/projects/interest-routes.ts';
import { projectRoutes } from './features/projects/project-routes.ts';
import { requestRoutes } from './features/requests/request-routes.ts';
import { searchRoutes } from './features/search/search-routes.ts';
import { serviceRoutes } from './features/service/service-routes.ts';
import { keepHouse } from './housekeeping.ts';
import { closeServer } from './http/close-server.ts';
import { errorSink, unknownRoute } from './http/error-sink.ts';
import { mountRoutes } from './http/mount.ts';
import { originRules } from './http/origin.ts';
import { requestId } from './http/request-id.ts';
import { requestLog } from './http/request-log.ts';
import type { Route } from './http/route.ts';

// An import of this module reads all of its exports, and among them are getters that load fetch and WebSocket: 13 MB
// of memory that nothing here uses.
const { createServer } = process.getBuiltinModule('node:http');

export interface UpstreamOptions {
  config: UpstreamConfig;
  /** Migrated; it stays the caller's to close. */
  connection: Connection;
  log: Logger;
  now?: () => number;
  chat?: ChatOptions;
}

export interface Upstream {
  /** Not listening yet. */
  server: Server;
  events: EventBus;
  /** Resolves once other instances can be heard; without Redis, at once. */
  ready: Promise<void>;
  /** Stops taking calls and waits for those under way, at most `graceMs`. */
  close(graceMs?: number): Promise<void>;
}

/** Builds the service: any number of them can live in one process. */
export function createUpstream({
  config,
  connection,
  log,
  now = Date.now,
  chat: chatOptions,
}: UpstreamOptions): Upstream {
  const { db, engine } = connection;
  const secret = config.secret ?? newSecret();
  const deps: Deps = { config, db, engine, log, now, secret, events: createEventBus(log) };
  // The gateway keeps its connections open: longer than its own idle limit, so that it is never the loser of a race.
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 60_000 }, createApp(deps));
  const stopHousekeeping = keepHouse(deps);
  const chat = attachChat(server, deps, createChatBackend(deps), chatOptions);
  return {
    server,
    events: deps.events,
    ready: chat.ready,
    close: async (graceMs = 5000) => {
      // Sockets first: they would keep the server open, and their people reconnect elsewhere.
      await chat.close();
      await closeServer(server, graceMs);
      await stopHousekeeping();
    },
  };
}

/** Every call of the service: one line per feature. */
export function allRoutes(deps: Deps): Route[] {
  const routes: Route[] = [
    ...authRoutes(deps),
    ...accountRoutes(deps),
    ...peopleRoutes(deps),
    ...requestRoutes(deps),
    ...projectRoutes(deps),
    ...interestRoutes(deps),
    ...searchRoutes(deps),
    ...chatRoutes(deps),
    ...serviceRoutes(
      deps,
      () => capabilitiesOf(routes),
      () => routes,
    ),
  ];
  return routes;
}

/** What no call stands for: Socket.IO offers it. */
const liveCapabilities: readonly Capability[] = ['chat.live', 'notifications'];

function capabilitiesOf(routes: readonly Route[]): Capability[] {
  return [...routes.flatMap((route) => route.capability ?? []), ...liveCapabilities];
}

function createApp(deps: Deps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', [...deps.config.trustProxy]);
  app.use(requestId, requestLog(deps.log), noStore, originRules(deps.config.allowedOrigins));
  app.use(compression({ threshold: 1024 }));
  mountRoutes(app, allRoutes(deps), createAuthenticate(deps));
  app.use(unknownRoute, errorSink(deps.log));
  return app;
}

const noStore: RequestHandler = (_req, res, next) => {
  res.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  next();
};
