import type { Deps } from './deps.ts';
import { roomsTurn } from './features/chat/room-store.ts';
import { wordsTurn } from './features/chat/search/message-words.ts';
import { erasureTurn, remindersTurn } from './features/leaving/erase-due.ts';
import { picturesTurn } from './features/media/media-store.ts';
import { suspensionsTurn } from './features/moderation/suspension.ts';
import { noticesTurn } from './features/notification-mails/mail-notices.ts';
import { deletedProjectsTurn } from './features/projects/deleted-projects.ts';
import type { IsHere } from './features/push/send-pushes.ts';
import { retentionTurn } from './jobs/retention.ts';
import type { Turn } from './jobs/turns.ts';
import { retentions } from './retentions.ts';

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
    ...Object.entries(retentions).map(([name, retention]) => retentionTurn(db, name, retention)),
  ];
}
