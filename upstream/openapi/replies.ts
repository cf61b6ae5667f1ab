import { z } from 'zod';
import { endedSessionsReplySchema, historyReplySchema, sessionsReplySchema } from '#shared/api/account.ts';
import { signupReplySchema } from '#shared/api/auth.ts';
import {
  allConversationsReplySchema,
  chatChangesReplySchema,
  chatMessageSchema,
  chatReplySchema,
  conversationsReplySchema,
  messageSearchReplySchema,
  reactionsReplySchema,
  roomReplySchema,
} from '#shared/api/chat.ts';
import { verifyEmailReplySchema } from '#shared/api/email.ts';
import { deleteReplySchema, leavingViewSchema, leftReplySchema } from '#shared/api/leaving.ts';
import { mediaReplySchema } from '#shared/api/media.ts';
import { casesReplySchema, moderationCaseSchema } from '#shared/api/moderation.ts';
import { notificationsReplySchema, unreadNotificationsSchema } from '#shared/api/notifications.ts';
import { messageSchema, time } from '#shared/api/parts.ts';
import { passkeySchema, passkeysReplySchema } from '#shared/api/passkeys.ts';
import { preferencesSchema } from '#shared/api/preferences.ts';
import { projectActivityReplySchema } from '#shared/api/project-activity.ts';
import { createdInviteSchema, inviteLookSchema, projectInvitesReplySchema } from '#shared/api/project-invites.ts';
import {
  followedUpdatesReplySchema,
  projectUpdateSchema,
  projectUpdatesReplySchema,
} from '#shared/api/project-updates.ts';
import {
  projectDeletedSchema,
  projectInterestReplySchema,
  projectInterestsReplySchema,
  projectReplySchema,
  projectsReplySchema,
} from '#shared/api/projects.ts';
import {
  publicPagesReplySchema,
  publicProfileReplySchema,
  publicProjectReplySchema,
} from '#shared/api/public-pages.ts';
import { pushKeyReplySchema, pushStateSchema, pushSubscribedSchema } from '#shared/api/push.ts';
import { ownReportsReplySchema, reportReplySchema } from '#shared/api/reports.ts';
import {
  connectionsReplySchema,
  receivedReplySchema,
  requestReplySchema,
  sentReplySchema,
} from '#shared/api/requests.ts';
import { blockedReplySchema, mutedReplySchema, mutedWordsReplySchema } from '#shared/api/safety.ts';
import { peopleSearchReplySchema, projectSearchReplySchema } from '#shared/api/search.ts';
import { capabilitiesReplySchema, upstreamHealthSchema } from '#shared/api/service.ts';
import { skillsReplySchema } from '#shared/api/skills.ts';
import { recoveryCodesReplySchema, secondFactorReplySchema, startTotpReplySchema } from '#shared/api/totp.ts';
import { feedReplySchema, ownUserSchema, profileEditReplySchema, profileReplySchema } from '#shared/api/users.ts';

/** PublicKeyCredentialCreationOptionsJSON and PublicKeyCredentialRequestOptionsJSON of WebAuthn, for the browser. */
const ceremonyOptions = z.looseObject({ challenge: z.string() });

/**
 * The schema of each reply, by method and path as in the routes, for openapi.json and for the test that checks real
 * replies. Objects are strict, so a field that is not described fails the test.
 */
export const replies: Readonly<Record<string, z.ZodType>> = {
  'POST /passkeys/options': ceremonyOptions,
  'POST /passkeys': passkeySchema,
  'GET /passkeys': passkeysReplySchema,
  'PATCH /passkeys/:id': passkeySchema,
  'DELETE /passkeys/:id': messageSchema,
  'POST /login/passkey/options': ceremonyOptions,
  'POST /login/passkey': ownUserSchema,
  'GET /totp': secondFactorReplySchema,
  'POST /totp/start': startTotpReplySchema,
  'POST /totp/confirm': recoveryCodesReplySchema,
  'POST /totp/recovery-codes': recoveryCodesReplySchema,
  'DELETE /totp': messageSchema,
  'POST /signup': signupReplySchema,
  'POST /login': ownUserSchema,
  'POST /signout': messageSchema,
  'GET /profile/view': ownUserSchema,
  'PATCH /profile/edit': profileEditReplySchema,
  'GET /profile/:userId': profileReplySchema,
  'GET /user/feed': feedReplySchema,
  'PATCH /profile/password': messageSchema,
  'GET /profile/sessions': sessionsReplySchema,
  'DELETE /profile/sessions': endedSessionsReplySchema,
  'GET /profile/history': historyReplySchema,
  'GET /profile/preferences': preferencesSchema,
  'PATCH /profile/preferences': preferencesSchema,
  'DELETE /profile/sessions/:id': messageSchema,
  'GET /profile/export': z.looseObject({ exportedAt: time, profile: ownUserSchema }),
  'DELETE /profile': deleteReplySchema,
  'POST /leaving/view': leavingViewSchema,
  'POST /leaving/confirm': leftReplySchema,
  'POST /leaving/return': messageSchema,
  'POST /leaving/erase': messageSchema,
  'GET /push/key': pushKeyReplySchema,
  'POST /push/subscription': pushSubscribedSchema,
  'DELETE /push/subscription': pushStateSchema,
  'POST /email/verify': verifyEmailReplySchema,
  'POST /profile/confirm': messageSchema,
  'POST /email/verify/resend': messageSchema,
  'PATCH /profile/email': messageSchema,
  'POST /email/undo': messageSchema,
  'GET /email/unsubscribe': z.string(),
  'POST /email/unsubscribe': messageSchema,
  'POST /password/forgot': messageSchema,
  'POST /password/reset': messageSchema,
  'POST /media': mediaReplySchema,
  'GET /media/:id/:file': z.file(),
  'DELETE /media/:id': messageSchema,
  'POST /request/:status/:userId': requestReplySchema,
  'POST /request/review/:status/:requestId': requestReplySchema,
  'DELETE /request/:requestId': messageSchema,
  'GET /user/request/received': receivedReplySchema,
  'GET /user/request/sent': sentReplySchema,
  'GET /user/connections': connectionsReplySchema,
  'DELETE /user/connections/:userId': messageSchema,
  'POST /user/block/:userId': messageSchema,
  'DELETE /user/block/:userId': messageSchema,
  'GET /user/blocked': blockedReplySchema,
  'POST /user/mute/:userId': messageSchema,
  'DELETE /user/mute/:userId': messageSchema,
  'GET /user/muted': mutedReplySchema,
  'PUT /user/muted-words': mutedWordsReplySchema,
  'POST /user/muted-words': mutedWordsReplySchema,
  'DELETE /user/muted-words': mutedWordsReplySchema,
  'POST /report': reportReplySchema,
  'GET /reports': ownReportsReplySchema,
  'GET /moderation/cases': casesReplySchema,
  'GET /moderation/cases/:id': moderationCaseSchema,
  'POST /moderation/cases/:id/actions': moderationCaseSchema,
  'POST /profile/warnings/:warningId/acknowledge': messageSchema,
  'POST /create-project': projectReplySchema,
  'GET /myprojects': projectsReplySchema,
  'GET /myprojects/:userId': projectsReplySchema,
  'GET /projects': projectsReplySchema,
  'GET /projects/interested&accepted': projectsReplySchema,
  'GET /project/view/:projectId': projectReplySchema,
  'PATCH /project/edit/:projectId': projectReplySchema,
  'DELETE /project/:projectId': projectDeletedSchema,
  'POST /project/:projectId/restore': projectReplySchema,
  'GET /project/:projectId/activity': projectActivityReplySchema,
  'POST /project/:projectId/invite': createdInviteSchema,
  'GET /project/:projectId/invite': projectInvitesReplySchema,
  'DELETE /project/:projectId/invite/:inviteId': messageSchema,
  'GET /project/:projectId/update': projectUpdatesReplySchema,
  'POST /project/:projectId/update': projectUpdateSchema,
  'DELETE /project/:projectId/update/:updateId': messageSchema,
  'PUT /project/:projectId/follow': messageSchema,
  'DELETE /project/:projectId/follow': messageSchema,
  'GET /user/updates': followedUpdatesReplySchema,
  'POST /invite/look': inviteLookSchema,
  'POST /invite/accept': projectInterestReplySchema,
  'PATCH /project/:projectId/member/:userId': messageSchema,
  'DELETE /project/:projectId/member/:userId': messageSchema,
  'POST /project/:projectId/owner': messageSchema,
  'DELETE /project/:projectId/owner': messageSchema,
  'POST /project/:projectId/owner/accept': projectReplySchema,
  'POST /project/interest/:projectId': projectInterestReplySchema,
  'DELETE /project/interest/:projectId': messageSchema,
  'GET /project/interest/:projectId': projectInterestsReplySchema,
  'POST /project/interest/review/:status/:interestId': projectInterestReplySchema,
  'GET /search/people': peopleSearchReplySchema,
  'GET /search/projects': projectSearchReplySchema,
  'GET /search/messages': messageSearchReplySchema,
  'GET /skills': skillsReplySchema,
  'GET /chat/:userId': z.union([chatReplySchema, chatChangesReplySchema]),
  'POST /chat/picture': mediaReplySchema,
  'GET /chat/picture/:id/:file': z.file(),
  'PATCH /message/:messageId': chatMessageSchema,
  'DELETE /message/:messageId': z.undefined(),
  'PUT /message/:messageId/reaction/:emoji': reactionsReplySchema,
  'DELETE /message/:messageId/reaction/:emoji': reactionsReplySchema,
  'GET /chats': z.union([conversationsReplySchema, allConversationsReplySchema]),
  'GET /room/:projectId': z.union([roomReplySchema, chatChangesReplySchema]),
  'PUT /room/:projectId/pin/:messageId': messageSchema,
  'DELETE /room/:projectId/pin/:messageId': messageSchema,
  'PUT /room/:projectId/mute': messageSchema,
  'DELETE /room/:projectId/mute': messageSchema,
  'DELETE /room/:projectId/unseen': messageSchema,
  'GET /notifications': notificationsReplySchema,
  'POST /notifications/read': unreadNotificationsSchema,
  'GET /public/project/:projectId': publicProjectReplySchema,
  'GET /public/profile/:userId': publicProfileReplySchema,
  'GET /public/pages': publicPagesReplySchema,
  'GET /health': upstreamHealthSchema,
  'GET /capabilities': capabilitiesReplySchema,
  'GET /openapi.json': z.looseObject({ openapi: z.string() }),
};
