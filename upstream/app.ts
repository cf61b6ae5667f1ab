import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { newSecret } from '#platform/config/secret.ts';
import { createTroubleLog, type Trouble } from '#platform/log/trouble-log.ts';
import { allTurns } from './background.ts';
import { attachChat, type ChatOptions } from './chat/attach.ts';
import type { UpstreamConfig } from './config.ts';
import type { Connection } from './db/connection.ts';
import type { Deps } from './deps.ts';
import { createEventBus, type EventBus } from './events.ts';
import { forgetErased } from './features/account/erase-account.ts';
import { goneSignal } from './features/auth/caller.ts';
import { type HashCost, usualCost } from './features/auth/passwords.ts';
import { createAuthenticate } from './features/auth/session.ts';
import { startWordIndex } from './features/chat/search/message-words.ts';
import { isModerator } from './features/moderation/moderator-store.ts';
import { isMailDue, mailWhenLeft, noteMailSent } from './features/notification-mails/mail-notices.ts';
import { sendPushes } from './features/push/send-pushes.ts';
import { closeServer } from './http/close-server.ts';
import { errorSink, unknownRoute } from './http/error-sink.ts';
import { mountRoutes } from './http/mount.ts';
import { originRules } from './http/origin.ts';
import { requestId } from './http/request-id.ts';
import type { Route } from './http/route.ts';
import { createJobClock } from './jobs/job-clock.ts';
import { startTurns, type TurnTimes } from './jobs/turns.ts';
import { createLimits } from './limits/limits.ts';
import { createPasswordWork } from './limits/password-work.ts';
import { type Quotas, quotas } from './limits/quotas.ts';
import { createReadTurns } from './limits/read-turns.ts';
import { type MailOptions, openMail } from './mail/mail.ts';
import { previewOutbox } from './mail/preview.ts';
import { createPictureWork } from './pictures/picture-work.ts';
import type { WorkTimes } from './pictures/work-process.ts';
import { openPush, type PushOptions } from './push/push.ts';
import type { Redis } from './redis/redis.ts';
import { allRoutes } from './routes.ts';
import type { Count } from './watch/count.ts';
import { requestLog } from './watch/request-log.ts';

// Not an import: that evaluates every export of the module, among them getters that load fetch and WebSocket (13 MB of
// memory the upstream does not need).
const { createServer } = process.getBuiltinModule('node:http');

export interface UpstreamOptions {
  config: UpstreamConfig;
  /** A migrated database. The caller closes it. */
  connection: Connection;
  log: Logger;
  /** The connection's own, so that an outage of the database is one line of the log. */
  trouble?: Trouble;
  now?: () => number;
  count?: Count;
  chat?: ChatOptions;
  /** Shares chat and budgets with other instances; without it this instance is alone. The caller closes it. */
  redis?: Redis | undefined;
  /** Shorter ones for tests. */
  pictureTimes?: WorkTimes;
  mail?: MailOptions;
  push?: PushOptions;
  /** Of work that comes again; shorter ones for tests. */
  turns?: TurnTimes;
  /** How much one account may store; by default the table of `limits/quotas.ts`. */
  quotas?: Quotas;
  /** The cost of new password hashes. It is no setting: only tests lower it. */
  passwordCost?: HashCost;
}

export interface Upstream {
  /** Built, but not listening yet. */
  server: Server;
  routes: readonly Route[];
  events: EventBus;
  /**
   * Resolves once the Redis subscriptions are in force, so that events of other instances arrive; at once without
   * Redis.
   */
  ready: Promise<void>;
  /** How many sockets are open. */
  sockets(): number;
  /** A shutdown has begun. */
  isLeaving(): boolean;
  /**
   * Does at once what the process before may have left undone when it was killed: erasures that are due, expired rows, and
   * the erased texts in SQLite's write-ahead log.
   */
  resume(): Promise<void>;
  /**
   * Lets health say 503 for SHUTDOWN_DELAY_MS while calls are still answered, then accepts no more and waits at most
   * `graceMs` for those under way.
   */
  close(graceMs?: number): Promise<void>;
}

/** Builds the upstream. There is no module-level state: several can run in one process. */
export function createUpstream({
  config,
  connection,
  log,
  trouble = createTroubleLog(log),
  now: givenNow,
  count = () => undefined,
  chat: chatOptions,
  redis,
  quotas: allowed = quotas,
  passwordCost = usualCost,
  pictureTimes,
  mail: mailOptions,
  push: pushOptions,
  turns: turnTimes,
}: UpstreamOptions): Upstream {
  const { db, engine } = connection;
  const { canWrite } = connection;
  const secret = config.secret ?? newSecret();
  const now = givenNow ?? Date.now;
  const clock = createJobClock({ db, engine, givenNow });
  let leaving = false;
  const deps: Deps = {
    config,
    db,
    engine,
    canWrite,
    isLeaving: () => leaving,
    log,
    trouble,
    count,
    now,
    secret,
    events: createEventBus(log),
    limits: createLimits({ log, count, secret, factor: config.rateLimitFactor, counters: redis?.counters }),
    passwordWork: createPasswordWork({}, count),
    passwordCost,
    mail: openMail(
      {
        ...{ config, db, engine, log, trouble, count, secret, now, clock },
        isDue: (mail) => isMailDue({ db, now }, mail),
        onSent: (mail) => noteMailSent({ db, now }, mail),
      },
      mailOptions,
    ),
    push: openPush({ config, db, secret, now }, pushOptions),
    pictures: createPictureWork(pictureTimes, count),
    quotas: allowed,
  };
  // Longer than the idle limit of the gateway's connection pool, so that the gateway closes an idle connection first.
  // Otherwise it could send a request on a connection that the upstream is just closing.
  const routes = allRoutes(deps);
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 60_000 }, createApp(deps, routes));
  // Without a byte in either direction: a client that takes nothing of its answer. Upgraded connections have a heartbeat.
  server.setTimeout(60_000);
  const chat = attachChat(server, deps, redis, chatOptions);
  const turns = startTurns({ db, engine, clock, log, trouble, times: turnTimes }, allTurns(deps, chat.isHere));
  const pushes = sendPushes({ ...deps, clock }, chat.isHere);
  const stopWordIndex = startWordIndex(deps);
  if (deps.mail.mode !== 'none') mailWhenLeft(deps);
  return {
    server,
    routes,
    events: deps.events,
    ready: chat.ready,
    sockets: chat.sockets,
    isLeaving: deps.isLeaving,
    resume: async () => {
      await forgetErased(deps);
      await turns.runAll();
    },
    close: async (graceMs = 5000) => {
      leaving = true;
      if (server.listening && config.shutdownDelayMs > 0) await pause(config.shutdownDelayMs);
      const closed = closeServer(server, graceMs);
      // Open sockets would keep the server open. The shared chat goes last: calls under way still send news through it.
      chat.closeSockets();
      await closed;
      await pushes.stop(graceMs);
      await chat.close();
      // Background work that takes longer than the grace is finished after the next start.
      const background = [turns.stop(graceMs), stopWordIndex(), deps.mail.close(), deps.pictures.close()];
      await Promise.race([Promise.allSettled(background), pause(graceMs, undefined, { ref: false })]);
    },
  };
}

function createApp(deps: Deps, routes: readonly Route[]): Express {
  const app = express();
  const methods = routes.map((route) => route.method);
  const reads = createReadTurns(deps.count);
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', [...deps.config.trustProxy]);
  app.use(closeWhenLeaving(deps.isLeaving));
  app.use(requestId, requestLog(deps.log), noStore, originRules(deps.config.allowedOrigins, methods));
  if (deps.mail.mode === 'files') app.use('/outbox', previewOutbox(deps.mail.folder));
  app.use(compression({ threshold: 1024 }));
  mountRoutes(app, routes, {
    authenticate: createAuthenticate(deps),
    isModerator: (userId) => isModerator(deps.db, userId),
    read: ({ userId }, res, work) => reads.run(userId, goneSignal(res), work),
  });
  app.use(unknownRoute, errorSink(deps.log, deps.trouble));
  return app;
}

/** The gateway drops the connection and makes its next one to an instance that stays. */
function closeWhenLeaving(isLeaving: () => boolean): RequestHandler {
  return (_req, res, next) => {
    if (isLeaving()) res.shouldKeepAlive = false;
    next();
  };
}

const noStore: RequestHandler = (_req, res, next) => {
  res.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  next();
};
