import { erasePicture } from '#upstream/features/media/media-store.ts';
import { type CaseAction, noEffects, tellOwner } from './action.ts';

export const erase: CaseAction = {
  mayNot: ({ pictures }) => (pictures.length === 0 ? 'There is no uploaded picture here.' : undefined),
  async apply(_deps, trx, row, { pictures }, { now }) {
    for (const id of pictures.toSorted()) await erasePicture(trx, id, now);
    const notificationIds = await tellOwner(trx, row.accused_id, 'picture-erased', now);
    return { ...noEffects, notificationIds, seenBy: [row.accused_id] };
  },
  undo: {
    mayNot: () => 'An erased picture cannot be brought back.',
    apply: async () => noEffects,
  },
};
