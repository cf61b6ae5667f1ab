import { findCredentials } from '#upstream/features/auth/credential-store.ts';
import { removeNotice } from '#upstream/features/notifications/notification-store.ts';
import { conflict } from '#upstream/http/api-error.ts';
import { priorities } from '#upstream/jobs/job-store.ts';
import { insertWarning, takeWarningBack, warningLetter } from '../warning-store.ts';
import { type CaseAction, noEffects, tellOwner } from './action.ts';

const isRead = 'They have read the warning.';

export const warn: CaseAction = {
  mayNot: ({ log, waiting }) =>
    log.some(({ id }) => waiting.has(id)) ? 'They have not read the last warning yet.' : undefined,
  async apply({ mail }, trx, row, _state, { id, reason, now }) {
    const userId = row.accused_id;
    await insertWarning(trx, { id, userId, reason, now });
    const account = await findCredentials(trx, { userId });
    if (account && account.emailId !== '') {
      const letter = warningLetter(account.firstName, reason, mail.site);
      await mail.queue(trx, { userId, to: account.emailId, kind: 'warned', priority: priorities.usual, letter });
    }
    return { ...noEffects, notificationIds: await tellOwner(trx, userId, 'warned', now), seenBy: [userId] };
  },
  undo: {
    mayNot: ({ waiting }, { id }) => (waiting.has(id) ? undefined : isRead),
    async apply(trx, row, { id }) {
      if (!(await takeWarningBack(trx, id))) throw conflict(isRead);
      await removeNotice(trx, { userId: row.accused_id, kind: 'account', subject: 'warned' });
      return { ...noEffects, seenBy: [row.accused_id] };
    },
  },
};
