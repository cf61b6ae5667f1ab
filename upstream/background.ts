import type { Deps } from './deps.ts';
import { oldAdminActions } from './features/admin/admin-store.ts';
import { longSessions, unusedSessions } from './features/auth/session-store.ts';
import { unusedChatPictures } from './features/chat/chat-picture-store.ts';
import { roomsTurn } from './features/chat/room-store.ts';
import { wordsTurn } from './features/chat/search/message-words.ts';
import { endedLinks } from './features/email/links.ts';
import { oldHistory } from './features/history/history-store.ts';
import { erasureTurn, remindersTurn } from './features/leaving/erase-due.ts';
import { picturesTurn } from './features/media/media-store.ts';
import { oldCaseActions } from './features/moderation/case-log.ts';
import { emptyCases } from './features/moderation/case-store.ts';
import { suspensionsTurn } from './features/moderation/suspension.ts';
import { noticesTurn } from './features/notification-mails/mail-notices.ts';
import { oldNoticeLimits } from './features/notifications/notice-limits.ts';
import { oldNotifications } from './features/notifications/notification-store.ts';
import { oldChallenges } from './features/passkeys/passkey-store.ts';
import { oldActivity } from './features/projects/activity-store.ts';
import { deletedProjectsTurn } from './features/projects/deleted-projects.ts';
import { endedInvites } from './features/projects/invite-store.ts';
import type { IsHere } from './features/push/send-pushes.ts';
import { oldReports } from './features/safety/report-store.ts';
import { abandonedFactors } from './features/totp/second-factor-store.ts';
import { deadJobs, type Retention, retentionTurn } from './jobs/retention.ts';
import type { Turn } from './jobs/turns.ts';

/** What is deleted when it is old; docs/operations.md has the table. */
export const retentions: readonly Retention[] = [
  unusedSessions,
  longSessions,
  endedLinks,
  oldChallenges,
  abandonedFactors,
  unusedChatPictures,
  oldHistory,
  oldNotifications,
  oldNoticeLimits,
  oldActivity,
  endedInvites,
  oldReports,
  emptyCases,
  oldCaseActions,
  oldAdminActions,
  deadJobs,
];

/** All work that comes again. Mails and push messages are jobs of their own, one for each message. */
export function allTurns(deps: Deps, isHere: IsHere): Turn[] {
  const { db, mail } = deps;
  return [
    remindersTurn(deps),
    erasureTurn(deps),
    suspensionsTurn(deps),
    ...(mail.mode === 'none' ? [] : [noticesTurn({ ...deps, isHere })]),
    picturesTurn(deps),
    deletedProjectsTurn(deps),
    wordsTurn(db),
    roomsTurn(db),
    ...retentions.map((retention) => retentionTurn(db, retention)),
  ];
}
