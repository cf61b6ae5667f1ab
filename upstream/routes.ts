import type { Capability } from '#shared/capabilities.ts';
import type { Deps } from './deps.ts';
import { accountRoutes } from './features/account/account-routes.ts';
import { sessionRoutes } from './features/account/session-routes.ts';
import { authRoutes, confirmRoutes } from './features/auth/auth-routes.ts';
import { createOwnerCheck, type OwnerCheck } from './features/auth/owner-check.ts';
import { createPasswordCheck, type PasswordCheck } from './features/auth/password-check.ts';
import { chatRoutes } from './features/chat/chat-routes.ts';
import { messageRoutes } from './features/chat/message-routes.ts';
import { chatPictureRoutes } from './features/chat/pictures/chat-picture-routes.ts';
import { roomRoutes } from './features/chat/room-routes.ts';
import { searchMessageRoutes } from './features/chat/search/search-message-routes.ts';
import { emailRoutes } from './features/email/email-routes.ts';
import { resetRoutes } from './features/email/reset-routes.ts';
import { historyRoutes } from './features/history/history-routes.ts';
import { returnRoute } from './features/leaving/leave.ts';
import { mediaRoutes } from './features/media/media-routes.ts';
import { moderationRoutes } from './features/moderation/moderation-routes.ts';
import { unsubscribeRoutes } from './features/notification-mails/unsubscribe.ts';
import { notificationRoutes } from './features/notifications/notification-routes.ts';
import { passkeyRoutes } from './features/passkeys/passkey-routes.ts';
import { relyingPartyOf } from './features/passkeys/relying-party.ts';
import { peopleRoutes } from './features/people/people-routes.ts';
import { preferencesRoutes } from './features/preferences/preferences-routes.ts';
import { interestRoutes } from './features/projects/interest-routes.ts';
import { inviteRoutes } from './features/projects/invite-routes.ts';
import { memberRoutes } from './features/projects/member-routes.ts';
import { projectRoutes } from './features/projects/project-routes.ts';
import { activityRoutes, updateRoutes } from './features/projects/update-routes.ts';
import { publicRoutes } from './features/public/public-routes.ts';
import { pushRoutes } from './features/push/push-routes.ts';
import { requestRoutes } from './features/requests/request-routes.ts';
import { blockRoutes } from './features/safety/block-routes.ts';
import { muteRoutes } from './features/safety/mute-routes.ts';
import { reportRoutes } from './features/safety/report-routes.ts';
import { searchRoutes } from './features/search/search-routes.ts';
import { serviceRoutes } from './features/service/service-routes.ts';
import { skillRoutes } from './features/skills/skill-routes.ts';
import { totpRoutes } from './features/totp/totp-routes.ts';
import type { Route } from './http/route.ts';

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
    returnRoute(deps),
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
    ...memberRoutes(deps),
    ...activityRoutes(deps),
    ...inviteRoutes(deps),
    ...updateRoutes(deps),
    ...mediaRoutes(deps),
    ...publicRoutes(deps),
    ...searchRoutes(deps),
    ...skillRoutes(),
    ...chatRoutes(deps),
    ...messageRoutes(deps),
    ...roomRoutes(deps),
    ...chatPictureRoutes(deps),
    ...searchMessageRoutes(deps),
    ...notificationRoutes(deps),
    ...pushRoutes(deps),
    ...serviceRoutes(
      deps,
      (host) =>
        [...capabilitiesOf(routes), ...(deps.config.leavingDays > 0 ? (['account.leaving'] as const) : [])].filter(
          (one) => one !== 'passkeys' || party?.serves(host),
        ),
      () => routes,
    ),
  ];
  return routes;
}

/** Without mail, what they offer is absent. */
function mailRoutes(deps: Deps, passwords: PasswordCheck, owner: OwnerCheck): Route[] {
  return [...emailRoutes(deps, passwords, owner), ...resetRoutes(deps, passwords), ...unsubscribeRoutes(deps)];
}

/** Capabilities of Socket.IO, and of fields in calls that every upstream has; no route stands for them. */
const withoutRoute: readonly Capability[] = [
  'chat.live',
  'chat.reply',
  'projects.facts',
  'profile.intent',
  'requests.note',
];

function capabilitiesOf(routes: readonly Route[]): Capability[] {
  return [...routes.flatMap((route) => route.capability ?? []), ...withoutRoute];
}
