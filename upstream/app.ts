import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { newSecret } from '#platform/config/secret.ts';
import type { CounterMaker } from '#platform/limits/counters.ts';
import { createTroubleLog, type Trouble } from '#platform/log/trouble-log.ts';
import type { WorkTimes } from '#platform/work-process.ts';
import type { Capability } from '#shared/capabilities.ts';
import { attachChat, type ChatOptions } from './chat/attach.ts';
import { createChatBackend } from './chat/backend/chat-backend.ts';
import type { UpstreamConfig } from './config.ts';
import type { Connection } from './db/connection.ts';
import type { Deps } from './deps.ts';
import { createEventBus, type EventBus } from './events.ts';
import { accountRoutes } from './features/account/account-routes.ts';
import { forgetErased } from './features/account/forget-erased.ts';
import { sessionRoutes } from './features/account/session-routes.ts';
import { authRoutes } from './features/auth/auth-routes.ts';
import { confirmRoutes } from './features/auth/confirm-routes.ts';
import { createOwnerCheck, type OwnerCheck } from './features/auth/owner-check.ts';
import { createPasswordCheck, type PasswordCheck } from './features/auth/password-check.ts';
import { type HashCost, usualCost } from './features/auth/passwords.ts';
import { createAuthenticate } from './features/auth/session.ts';
import { chatRoutes } from './features/chat/chat-routes.ts';
import { emailRoutes } from './features/email/email-routes.ts';
import { resetRoutes } from './features/email/reset-routes.ts';
import { historyRoutes } from './features/history/history-routes.ts';
import { leavingRoutes } from './features/leaving/leaving-routes.ts';
import { mediaRoutes } from './features/media/media-routes.ts';
import { moderationRoutes } from './features/moderation/moderation-routes.ts';
import { isModerator } from './features/moderation/moderator-store.ts';
import { isNoticeDue } from './features/notices/mail-notices.ts';
import { startNoticeWorker } from './features/notices/notice-worker.ts';
import { unsubscribeRoutes } from './features/notices/unsubscribe-routes.ts';
import { notificationRoutes } from './features/notifications/notification-routes.ts';
import { passkeyRoutes } from './features/passkeys/passkey-routes.ts';
import { relyingPartyOf } from './features/passkeys/relying-party.ts';
import { peopleRoutes } from './features/people/people-routes.ts';
import { preferencesRoutes } from './features/preferences/preferences-routes.ts';
import { interestRoutes } from './features/projects/interest-routes.ts';
import { projectRoutes } from './features/projects/project-routes.ts';
import { publicRoutes } from './features/public/public-routes.ts';
import { pushRoutes } from './features/push/push-routes.ts';
import { sendPushes } from './features/push/send-pushes.ts';
import { requestRoutes } from './features/requests/request-routes.ts';
import { blockRoutes } from './features/safety/block-routes.ts';
import { muteRoutes } from './features/safety/mute-routes.ts';
import { reportRoutes } from './features/safety/report-routes.ts';
import { searchRoutes } from './features/search/search-routes.ts';
import { serviceRoutes } from './features/service/service-routes.ts';
import { totpRoutes } from './features/totp/totp-routes.ts';
import { keepHouse } from './housekeeping.ts';
import { closeServer } from './http/close-server.ts';
import { errorSink, unknownRoute } from './http/error-sink.ts';
import { mountRoutes } from './http/mount.ts';
import { originRules } from './http/origin.ts';
import { requestId } from './http/request-id.ts';
import type { Route } from './http/route.ts';
import { createLimits } from './limits/limits.ts';
import { createPasswordWork } from './limits/password-work.ts';
import { type Quotas, quotas } from './limits/quotas.ts';
import { type MailOptions, openMail } from './mail/mail.ts';
import { previewOutbox } from './mail/preview.ts';
import { createPictureWork } from './pictures/picture-work.ts';
import { openPush, type PushOptions } from './push/push.ts';
import { requestLog } from './watch/request-log.ts';

// Not an import: that evaluates every export of the module, among them getters that load fetch and WebSocket (13 MB of
// memory the upstream does not need).
const { createServer } = process.getBuiltinModule('node:http');

export interface UpstreamOptions {
  config: UpstreamConfig;
  /** A migrated database. The caller closes it. */
  connection: Connection;
  log: Logger;
  /** Shared with the connection, so that one line tells of both. */
  trouble?: Trouble;
  now?: () => number;
  chat?: ChatOptions;
  /** Where budgets are counted; in this process unless given. */
  counters?: CounterMaker;
  /** Shorter ones for tests. */
  pictureTimes?: WorkTimes;
  mail?: MailOptions;
  push?: PushOptions;
  /** How much one account may store; by default the table of `limits/quotas.ts`. */
  quotas?: Quotas;
  /** Of new password hashes. No setting: only tests make them cheaper. */
  passwordCost?: HashCost;
}

export interface Upstream {
  /** Built, but not listening yet. */
  server: Server;
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
  now = Date.now,
  chat: chatOptions,
  counters,
  quotas: allowed = quotas,
  passwordCost = usualCost,
  pictureTimes,
  mail: mailOptions,
  push: pushOptions,
}: UpstreamOptions): Upstream {
  const { db, engine } = connection;
  const { canWrite } = connection;
  const secret = config.secret ?? newSecret();
  let leaving = false;
  const deps: Deps = {
    config,
    db,
    engine,
    canWrite,
    isLeaving: () => leaving,
    log,
    trouble,
    now,
    secret,
    events: createEventBus(log),
    limits: createLimits({ log, secret, factor: config.rateLimitFactor, counters }),
    passwordWork: createPasswordWork(),
    passwordCost,
    mail: openMail(
      { config, db, engine, log, trouble, secret, now, isDue: (id) => isNoticeDue({ db }, id) },
      mailOptions,
    ),
    push: openPush({ config, db, secret, now }, pushOptions),
    pictures: createPictureWork(pictureTimes),
    quotas: allowed,
  };
  // Longer than the idle limit of the gateway's connection pool, so that the gateway closes an idle connection first.
  // Otherwise it could send a request on a connection that the upstream is just closing.
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 60_000 }, createApp(deps));
  const housekeeping = keepHouse(deps);
  const chat = attachChat(server, deps, createChatBackend(deps), chatOptions);
  const stopNotices = startNoticeWorker({ ...deps, isHere: chat.isHere }, mailOptions?.noticesMs);
  const pushes = sendPushes(deps, chat.isHere);
  return {
    server,
    events: deps.events,
    ready: chat.ready,
    sockets: chat.sockets,
    isLeaving: deps.isLeaving,
    resume: async () => {
      await forgetErased(deps);
      await housekeeping.run();
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
      // What they have begun is finished by the next start, if it takes longer than the grace.
      const background = [housekeeping.stop(), stopNotices(), deps.mail.close(), deps.pictures.close()];
      await Promise.race([Promise.allSettled(background), pause(graceMs, undefined, { ref: false })]);
    },
  };
}

/** All routes of the upstream, one line per feature. */
export function allRoutes(deps: Deps): Route[] {
  const passwords = createPasswordCheck(deps);
  const owner = createOwnerCheck(deps, passwords);
  const party = relyingPartyOf(deps.config.publicUrl);
  const routes: Route[] = [
    ...authRoutes(deps, passwords),
    ...confirmRoutes(owner),
    ...accountRoutes(deps, passwords, owner),
    ...(deps.mail.mode === 'none' ? [] : mailRoutes(deps, passwords, owner)),
    ...(party ? passkeyRoutes(deps, party, owner, passwords) : []),
    ...totpRoutes(deps, owner),
    ...(deps.config.leavingDays > 0 ? leavingRoutes(deps, passwords) : []),
    ...sessionRoutes(deps),
    ...historyRoutes(deps),
    ...preferencesRoutes(deps),
    ...peopleRoutes(deps),
    ...requestRoutes(deps),
    ...blockRoutes(deps),
    ...muteRoutes(deps),
    ...reportRoutes(deps),
    ...moderationRoutes(deps),
    ...projectRoutes(deps),
    ...interestRoutes(deps),
    ...mediaRoutes(deps),
    ...publicRoutes(deps),
    ...searchRoutes(deps),
    ...chatRoutes(deps),
    ...notificationRoutes(deps),
    ...pushRoutes(deps),
    ...serviceRoutes(
      deps,
      (host) => capabilitiesOf(routes).filter((one) => one !== 'passkeys' || party?.serves(host)),
      () => routes,
    ),
  ];
  return routes;
}

/** Without mail, what they offer is absent. */
function mailRoutes(deps: Deps, passwords: PasswordCheck, owner: OwnerCheck): Route[] {
  return [...emailRoutes(deps, passwords, owner), ...resetRoutes(deps, passwords), ...unsubscribeRoutes(deps)];
}

/** Capabilities that Socket.IO offers; no route stands for them. */
const liveCapabilities: readonly Capability[] = ['chat.live'];

function capabilitiesOf(routes: readonly Route[]): Capability[] {
  return [...routes.flatMap((route) => route.capability ?? []), ...liveCapabilities];
}

function createApp(deps: Deps): Express {
  const app = express();
  const routes = allRoutes(deps);
  const methods = routes.map((route) => route.method);
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
