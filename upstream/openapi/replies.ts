import { z } from 'zod';
import {
  accountEventKinds,
  type EndedSessionsReply,
  type HistoryReply,
  type SessionsReply,
} from '#shared/api/account.ts';
import type { MessageReply, SignupReply } from '#shared/api/auth.ts';
import type { ChatReply, ConversationsReply } from '#shared/api/chat.ts';
import type { VerifyEmailReply } from '#shared/api/email.ts';
import type { DeleteReply, LeavingView, LeftReply } from '#shared/api/leaving.ts';
import type { MediaReply } from '#shared/api/media.ts';
import {
  type NotificationItem,
  type NotificationsReply,
  notificationKinds,
  type UnreadNotifications,
} from '#shared/api/notifications.ts';
import type { Passkey, PasskeysReply } from '#shared/api/passkeys.ts';
import { type Preferences, whoMayAsk } from '#shared/api/preferences.ts';
import type {
  Project,
  ProjectInterest,
  ProjectInterestReply,
  ProjectInterestsReply,
  ProjectReply,
  ProjectsReply,
} from '#shared/api/projects.ts';
import type { PublicPagesReply, PublicProfileReply, PublicProjectReply } from '#shared/api/public-pages.ts';
import type { PushKeyReply, PushState, PushSubscribed } from '#shared/api/push.ts';
import {
  type OwnReportsReply,
  type ReportReply,
  reportKinds,
  reportOutcomes,
  reportReasons,
} from '#shared/api/reports.ts';
import type {
  ConnectionRequest,
  ConnectionsReply,
  ReceivedReply,
  RequestReply,
  SentReply,
} from '#shared/api/requests.ts';
import type { BlockedReply, MutedReply, MutedWordsReply } from '#shared/api/safety.ts';
import type { PeopleSearchReply, ProjectSearchReply } from '#shared/api/search.ts';
import type { CapabilitiesReply, UpstreamHealth } from '#shared/api/service.ts';
import type { RecoveryCodesReply, SecondFactorReply, StartTotpReply } from '#shared/api/totp.ts';
import type { FeedReply, OwnUser, ProfileEditReply, ProfileReply } from '#shared/api/users.ts';
import { capabilities } from '#shared/capabilities.ts';
import { type ErrorBody, type ErrorCode, errorStatus } from '#shared/errors.ts';
import { hiddenNotice, moderationCase, moderationReplies, warning } from './moderation-replies.ts';
import { cursor, id, message, time, user, userFields } from './parts.ts';

/**
 * The schema of each reply, for openapi.json and for the test that checks real replies. The compiler checks the schemas
 * against the interfaces of `#shared/api`; objects are strict, so an undescribed field fails the test.
 */
const ownUser = z
  .strictObject({
    ...userFields,
    emailVerified: z.boolean().exactOptional(),
    role: z.literal('moderator').exactOptional(),
    warning: warning.exactOptional(),
    hidden: hiddenNotice.exactOptional(),
    hiddenName: hiddenNotice.exactOptional(),
  })
  .meta({ id: 'OwnUser' }) satisfies z.ZodType<OwnUser>;

const project = z
  .strictObject({
    _id: id,
    projectName: z.string(),
    projectImage: z.string().exactOptional(),
    projectImageAlt: z.string().exactOptional(),
    skills: z.array(z.string()).exactOptional(),
    description: z.string().exactOptional(),
    creator: user,
    viewer: z
      .strictObject({
        relation: z.enum(['owner', 'none', 'interested', 'accepted', 'rejected']),
        interestId: id.exactOptional(),
      })
      .exactOptional(),
    members: z.array(user).exactOptional(),
    interestedCount: z.int().exactOptional(),
    askers: z.int().exactOptional(),
    isPublic: z.boolean().exactOptional(),
    hidden: hiddenNotice.exactOptional(),
    createdAt: time.exactOptional(),
    updatedAt: time.exactOptional(),
  })
  .meta({ id: 'Project' }) satisfies z.ZodType<Project>;

const interest = z
  .strictObject({
    _id: id,
    projectId: id,
    user,
    status: z.enum(['interested', 'accepted', 'rejected']),
    note: z.string().exactOptional(),
    createdAt: time,
  })
  .meta({ id: 'ProjectInterest' }) satisfies z.ZodType<ProjectInterest>;

const requestFields = {
  _id: id,
  fromUserID: id,
  toUserID: id,
  status: z.enum(['interested', 'ignored', 'accepted', 'rejected']),
  createdAt: time,
  updatedAt: time.exactOptional(),
};
const request = z.strictObject(requestFields).meta({ id: 'ConnectionRequest' }) satisfies z.ZodType<ConnectionRequest>;

const unreadFields = {
  unread: z.int(),
  unreadOf: z.partialRecord(z.enum(notificationKinds), z.int()),
  askers: z.int(),
};
const notification = z
  .strictObject({
    _id: id,
    kind: z.enum(notificationKinds),
    actor: user.exactOptional(),
    project: z.strictObject({ _id: id, projectName: z.string() }).exactOptional(),
    status: z.enum(['accepted', 'rejected']).exactOptional(),
    event: z.string().exactOptional(),
    count: z.int(),
    createdAt: time,
    readAt: time.nullable(),
  })
  .meta({ id: 'Notification' }) satisfies z.ZodType<NotificationItem>;

const mutedWords = z.strictObject({ words: z.array(z.string()) }) satisfies z.ZodType<MutedWordsReply>;

export const errorReply = z
  .strictObject({
    code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
    message,
    fields: z.record(z.string(), z.string()).exactOptional(),
    limit: z.int().exactOptional(),
    reason: z.string().exactOptional(),
    until: time.nullable().exactOptional(),
    contact: z.string().exactOptional(),
    case: moderationCase.exactOptional(),
    needs: z.array(z.enum(['password', 'code'])).exactOptional(),
    requestId: z.string().exactOptional(),
  })
  .meta({ id: 'Error' }) satisfies z.ZodType<ErrorBody>;

const said = z.strictObject({ message }) satisfies z.ZodType<MessageReply>;
const deleted = z.strictObject({ success: z.boolean(), message });
const requestReply = z.strictObject({ message, data: request }) satisfies z.ZodType<RequestReply>;
const interestReply = z.strictObject({ message, data: interest }) satisfies z.ZodType<ProjectInterestReply>;
const projectReply = z.strictObject({
  message: message.exactOptional(),
  success: z.boolean().exactOptional(),
  project,
}) satisfies z.ZodType<ProjectReply>;
const projectsReply = z.strictObject({
  message,
  success: z.boolean().exactOptional(),
  project: z.array(project),
  nextCursor: cursor.exactOptional(),
}) satisfies z.ZodType<ProjectsReply>;

const chatReply = z.strictObject({
  chat: z.strictObject({
    _id: id,
    participants: z.array(user.nullable()),
    messages: z.array(
      z.strictObject({
        _id: id,
        senderId: user.nullable(),
        text: z.string(),
        createdAt: time,
        seq: z.int().exactOptional(),
        clientId: z.string().exactOptional(),
        hidden: z.literal(true).exactOptional(),
      }),
    ),
    readUpTo: id.nullable().exactOptional(),
    unread: z.int().exactOptional(),
    hasMore: z.boolean().exactOptional(),
    closed: z.boolean().exactOptional(),
    blocked: z.literal(true).exactOptional(),
  }),
}) satisfies z.ZodType<ChatReply>;

const conversations = z.strictObject({
  items: z.array(
    z.strictObject({
      user,
      lastMessage: z.strictObject({ _id: id, text: z.string(), senderId: id, createdAt: time }).nullable(),
      unread: z.int(),
      blocked: z.literal(true).exactOptional(),
    }),
  ),
  nextCursor: cursor.exactOptional(),
  unreadTotal: z.int(),
  unreadConversations: z.int(),
}) satisfies z.ZodType<ConversationsReply>;

const passkey = z.strictObject({
  _id: id,
  name: z.string(),
  createdAt: time,
  lastUsedAt: time.nullable(),
  flaggedAt: time.nullable(),
}) satisfies z.ZodType<Passkey>;

const ways = z.strictObject({ page: z.boolean(), mail: z.boolean(), push: z.boolean() });
const pushState = z.strictObject({ subscribed: z.boolean() }) satisfies z.ZodType<PushState>;
const preferences = z.strictObject({
  notify: z.strictObject({
    request: ways,
    connected: ways,
    message: ways,
    interest: ways,
    'interest-reviewed': ways,
  }),
  digest: z.boolean(),
  timeZone: z.string().nullable(),
  privacy: z.strictObject({
    discoverable: z.boolean(),
    presence: z.boolean(),
    receipts: z.boolean(),
    typing: z.boolean(),
    whoMayAsk: z.enum(whoMayAsk),
    showAddress: z.boolean(),
  }),
}) satisfies z.ZodType<Preferences>;

/** PublicKeyCredentialCreationOptionsJSON and PublicKeyCredentialRequestOptionsJSON of WebAuthn, for the browser. */
const ceremonyOptions = z.looseObject({ challenge: z.string() });

const recoveryCodes = z.strictObject({
  recoveryCodes: z.array(z.string()),
}) satisfies z.ZodType<RecoveryCodesReply>;

/** By method and path, as in the routes. */
export const replies: Readonly<Record<string, z.ZodType>> = {
  'POST /passkeys/options': ceremonyOptions,
  'POST /passkeys': passkey,
  'GET /passkeys': z.strictObject({ items: z.array(passkey) }) satisfies z.ZodType<PasskeysReply>,
  'PATCH /passkeys/:id': passkey,
  'DELETE /passkeys/:id': said,
  'POST /login/passkey/options': ceremonyOptions,
  'POST /login/passkey': ownUser,
  'GET /totp': z.strictObject({
    on: z.boolean(),
    since: time.nullable(),
    recoveryCodesLeft: z.int(),
  }) satisfies z.ZodType<SecondFactorReply>,
  'POST /totp/start': z.strictObject({ uri: z.string(), secret: z.string() }) satisfies z.ZodType<StartTotpReply>,
  'POST /totp/confirm': recoveryCodes,
  'POST /totp/recovery-codes': recoveryCodes,
  'DELETE /totp': said,
  'POST /signup': z.strictObject({
    message,
    data: z.strictObject({ savedUser: ownUser }),
  }) satisfies z.ZodType<SignupReply>,
  'POST /login': ownUser,
  'POST /signout': said,
  'GET /profile/view': ownUser,
  'PATCH /profile/edit': z.strictObject({ message, data: ownUser }) satisfies z.ZodType<ProfileEditReply>,
  'GET /profile/:userId': z.strictObject({ user, message }) satisfies z.ZodType<ProfileReply>,
  'GET /user/feed': z.array(
    z.strictObject({ ...userFields, shared: z.array(z.string()).exactOptional() }),
  ) satisfies z.ZodType<FeedReply>,
  'PATCH /profile/password': said,
  'GET /profile/sessions': z.strictObject({
    items: z.array(
      z.strictObject({
        _id: id,
        current: z.boolean(),
        device: z.string(),
        address: z.string().exactOptional(),
        createdAt: time,
        lastSeenAt: time,
      }),
    ),
  }) satisfies z.ZodType<SessionsReply>,
  'DELETE /profile/sessions': z.strictObject({ message, ended: z.int() }) satisfies z.ZodType<EndedSessionsReply>,
  'GET /profile/history': z.strictObject({
    items: z.array(
      z.strictObject({
        _id: id,
        at: time,
        kind: z.enum(accountEventKinds),
        device: z.string().exactOptional(),
        address: z.string().exactOptional(),
        count: z.int().exactOptional(),
      }),
    ),
    nextCursor: cursor,
  }) satisfies z.ZodType<HistoryReply>,
  'GET /profile/preferences': preferences,
  'PATCH /profile/preferences': preferences,
  'DELETE /profile/sessions/:id': said,
  'GET /profile/export': z.looseObject({ exportedAt: time, profile: ownUser }),
  'DELETE /profile': z.strictObject({
    message,
    state: z.enum(['asked', 'leaving', 'deleted']),
    eraseAt: time.exactOptional(),
  }) satisfies z.ZodType<DeleteReply>,
  'POST /leaving/view': z.union([
    z.strictObject({ state: z.literal('asked'), days: z.int() }),
    z.strictObject({ state: z.literal('leaving'), eraseAt: time }),
  ]) satisfies z.ZodType<LeavingView>,
  'POST /leaving/confirm': z.strictObject({ message, eraseAt: time }) satisfies z.ZodType<LeftReply>,
  'POST /leaving/return': said,
  'POST /leaving/erase': said,
  'GET /push/key': z.strictObject({ key: z.string(), subscribed: z.boolean() }) satisfies z.ZodType<PushKeyReply>,
  'POST /push/subscription': pushState.extend({ subscription: id }) satisfies z.ZodType<PushSubscribed>,
  'DELETE /push/subscription': pushState,
  'POST /email/verify': z.strictObject({
    message,
    reset: z.string().exactOptional(),
  }) satisfies z.ZodType<VerifyEmailReply>,
  'POST /profile/confirm': said,
  'POST /email/verify/resend': said,
  'PATCH /profile/email': said,
  'POST /email/undo': said,
  'GET /email/unsubscribe': z.string(),
  'POST /email/unsubscribe': said,
  'POST /password/forgot': said,
  'POST /password/reset': said,
  'POST /media': z.strictObject({
    _id: id,
    url: z.string(),
    width: z.int(),
    height: z.int(),
  }) satisfies z.ZodType<MediaReply>,
  'GET /media/:id/:file': z.file(),
  'DELETE /media/:id': said,
  'POST /request/:status/:userId': requestReply,
  'POST /request/review/:status/:requestId': requestReply,
  'DELETE /request/:requestId': said,
  'GET /user/request/received': z.strictObject({
    message,
    data: z.array(
      z.strictObject({ ...requestFields, fromUserID: user.nullable(), lookalike: z.literal(true).exactOptional() }),
    ),
    nextCursor: cursor.exactOptional(),
  }) satisfies z.ZodType<ReceivedReply>,
  'GET /user/request/sent': z.strictObject({
    message,
    data: z.array(z.strictObject({ ...requestFields, toUserID: user.nullable() })),
    nextCursor: cursor.exactOptional(),
  }) satisfies z.ZodType<SentReply>,
  'GET /user/connections': z.strictObject({
    message,
    data: z.array(user.nullable()),
    nextCursor: cursor.exactOptional(),
  }) satisfies z.ZodType<ConnectionsReply>,
  'DELETE /user/connections/:userId': said,
  'POST /user/block/:userId': said,
  'DELETE /user/block/:userId': said,
  'GET /user/blocked': z.strictObject({
    items: z.array(z.strictObject({ user, createdAt: time })),
    nextCursor: cursor,
  }) satisfies z.ZodType<BlockedReply>,
  'POST /user/mute/:userId': said,
  'DELETE /user/mute/:userId': said,
  'GET /user/muted': z.strictObject({
    items: z.array(z.strictObject({ user, createdAt: time })),
    nextCursor: cursor,
    words: z.array(z.string()),
  }) satisfies z.ZodType<MutedReply>,
  'PUT /user/muted-words': mutedWords,
  'POST /user/muted-words': mutedWords,
  'DELETE /user/muted-words': mutedWords,
  'POST /report': z.strictObject({ _id: id }) satisfies z.ZodType<ReportReply>,
  'GET /reports': z.strictObject({
    items: z.array(
      z.strictObject({
        _id: id,
        kind: z.enum(reportKinds),
        reason: z.enum(reportReasons),
        user: user.exactOptional(),
        createdAt: time,
        outcome: z.enum(reportOutcomes).nullable(),
        answer: z.string().exactOptional(),
      }),
    ),
    nextCursor: cursor,
  }) satisfies z.ZodType<OwnReportsReply>,
  ...moderationReplies,
  'POST /create-project': projectReply,
  'GET /myprojects': projectsReply,
  'GET /myprojects/:userId': projectsReply,
  'GET /projects': projectsReply,
  'GET /projects/interested&accepted': projectsReply,
  'GET /project/view/:projectId': projectReply,
  'PATCH /project/edit/:projectId': projectReply,
  'DELETE /project/:projectId': deleted,
  'POST /project/interest/:projectId': interestReply,
  'DELETE /project/interest/:projectId': said,
  'GET /project/interest/:projectId': z.strictObject({
    items: z.array(interest),
    nextCursor: cursor,
  }) satisfies z.ZodType<ProjectInterestsReply>,
  'POST /project/interest/review/:status/:interestId': interestReply,
  'GET /search/people': z.strictObject({
    items: z.array(user),
    nextCursor: cursor,
  }) satisfies z.ZodType<PeopleSearchReply>,
  'GET /search/projects': z.strictObject({
    items: z.array(project),
    nextCursor: cursor,
  }) satisfies z.ZodType<ProjectSearchReply>,
  'GET /chat/:userId': chatReply,
  'GET /chats': conversations,
  'GET /notifications': z.strictObject({
    items: z.array(notification),
    nextCursor: cursor,
    ...unreadFields,
  }) satisfies z.ZodType<NotificationsReply>,
  'POST /notifications/read': z.strictObject(unreadFields) satisfies z.ZodType<UnreadNotifications>,
  'GET /public/project/:projectId': z.strictObject({
    project: z.strictObject({
      _id: id,
      projectName: z.string(),
      projectImage: z.string().exactOptional(),
      projectImageAlt: z.string().exactOptional(),
      skills: z.array(z.string()),
      description: z.string(),
      creator: z.strictObject({
        _id: id.exactOptional(),
        firstName: z.string(),
        lastName: z.string().exactOptional(),
        photoUrl: z.string().exactOptional(),
      }),
    }),
  }) satisfies z.ZodType<PublicProjectReply>,
  'GET /public/profile/:userId': z.strictObject({
    user: z.strictObject({
      _id: id,
      firstName: z.string(),
      lastName: z.string(),
      photoUrl: z.string().exactOptional(),
      coverUrl: z.string().exactOptional(),
      headline: z.string().exactOptional(),
      about: z.string().exactOptional(),
      skills: z.array(z.string()),
      projects: z.array(
        z.strictObject({
          _id: id,
          projectName: z.string(),
          projectImage: z.string().exactOptional(),
          projectImageAlt: z.string().exactOptional(),
        }),
      ),
    }),
  }) satisfies z.ZodType<PublicProfileReply>,
  'GET /public/pages': z.strictObject({
    items: z.array(z.strictObject({ _id: id })),
    nextCursor: cursor,
  }) satisfies z.ZodType<PublicPagesReply>,
  'GET /health': z.strictObject({
    status: z.literal('ok'),
    version: z.string(),
    uptime: z.number(),
    database: z.enum(['sqlite', 'postgres']),
  }) satisfies z.ZodType<UpstreamHealth>,
  'GET /capabilities': z.strictObject({
    capabilities: z.array(z.enum(capabilities)),
  }) satisfies z.ZodType<CapabilitiesReply>,
  'GET /openapi.json': z.looseObject({ openapi: z.string() }),
};
