import type { ReportKind } from '#shared/api/safety.ts';
import { pictureUrl } from '#shared/pictures.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { CaseRow } from '#upstream/db/schema.ts';
import { iso } from '#upstream/iso.ts';
import { markHidden } from '../chat/change-message.ts';
import { copyPictures } from '../chat/pictures/chat-picture-store.ts';
import { findUser } from '../people/people-store.ts';
import { isNameHidden, nameKey } from '../people/shown-name.ts';
import { findProject, projectRoles } from '../projects/project-store.ts';
import { relationOf } from '../requests/relations.ts';
import { indexPeople, indexProjects } from '../search/search-index.ts';
import { findMessage } from '../visibility/messages.ts';
import { findUploader } from '../visibility/pictures.ts';
import { roomPeople } from '../visibility/rooms.ts';

/** The owner of what is reported, and a copy, which is kept as long as the report: the original may be changed or deleted. */
export interface ReportSubject {
  accusedId: string;
  evidence: Record<string, unknown>;
}

/** Whether a moderator has hidden the thing, and its owner's name. */
interface SubjectState {
  isHidden: boolean;
  isNameHidden?: boolean;
}

/** Null shows the thing again. */
export type Hidden = { reason: string; now: number } | null;

interface SubjectKind {
  /** Undefined for what the reporter cannot see. */
  find(trx: Trx, reporterId: string, id: string): Promise<ReportSubject | undefined>;
  /** Undefined for what is not there any more. */
  state(db: Db, id: string): Promise<SubjectState | undefined>;
  /** Hides it from everybody but its owner; a message from everybody in its conversation. A picture is erased instead. */
  hide?(trx: Trx, id: string, hidden: Hidden): Promise<void>;
  /** The people beside its owner whose open pages show it. */
  seenBy?(trx: Trx, row: CaseRow): Promise<string[]>;
}

/** The kinds of things that can be reported. */
export const subjects: Readonly<Record<ReportKind, SubjectKind>> = {
  person: {
    async find(trx, reporterId, id) {
      const user = await findUser(trx, reporterId, id);
      if (!user) return undefined;
      const { connection, theirs } = await relationOf(trx, reporterId, id);
      // The words of a request to the reporter.
      const note = connection?.from_id === id ? connection.note : theirs?.note;
      return { accusedId: user._id, evidence: { ...user, ...(note && { note }) } };
    },
    async state(db, id) {
      const row = await db
        .selectFrom('users')
        .select(['hidden_at', 'first_name', 'last_name', 'hidden_name'])
        .where('id', '=', id)
        .executeTakeFirst();
      return row && { isHidden: row.hidden_at !== null, isNameHidden: isNameHidden(row) };
    },
    async hide(trx, id, hidden) {
      await trx.updateTable('users').set(markOf(hidden)).where('id', '=', id).execute();
      await indexPeople(trx, [id]);
    },
  },
  project: {
    async find(trx, reporterId, id) {
      const row = await findProject(trx, reporterId, id);
      if (!row) return undefined;
      const { name, description, image_url: image, image_alt: imageText } = row;
      const roles = (await projectRoles(trx, [id])).get(id)?.map((role) => role.name);
      const links = [row.repository_url, row.demo_url].filter((link) => link !== '');
      const said = { ...(roles && { roles }), ...(links.length > 0 && { links }) };
      return { accusedId: row.creator_id, evidence: { name, description, image, imageText, ...said } };
    },
    async state(db, id) {
      const query = db.selectFrom('projects').select('hidden_at').where('id', '=', id).where('erase_at', 'is', null);
      const row = await query.executeTakeFirst();
      return row && { isHidden: row.hidden_at !== null };
    },
    async hide(trx, id, hidden) {
      await trx.updateTable('projects').set(markOf(hidden)).where('id', '=', id).execute();
      if (hidden === null) await indexProjects(trx, [id]);
      else await trx.deleteFrom('project_search').where('project_id', '=', id).execute();
    },
  },
  message: {
    // Also of a chat that is closed: a blocked person's messages stay readable for the one who blocks.
    // A deleted one has nothing left to look at.
    async find(trx, reporterId, id) {
      const row = await findMessage(trx, reporterId, id);
      if (!row || row.deleted_at !== null) return undefined;
      const pictures = row.picture_count > 0 ? await copyPictures(trx, id) : [];
      return {
        accusedId: row.sender_id,
        evidence: {
          text: row.text,
          sentAt: iso(row.created_at),
          ...(row.edited_at !== null && { editedAt: iso(row.edited_at) }),
          ...(pictures.length > 0 && { pictures }),
        },
      };
    },
    async state(db, id) {
      const row = await db.selectFrom('messages').select('hidden_at').where('id', '=', id).executeTakeFirst();
      return row && { isHidden: row.hidden_at !== null };
    },
    hide: (trx, id, hidden) => markHidden(trx, id, hidden?.now ?? null),
    async seenBy(trx, { subject, accused_id }) {
      const row = await trx
        .selectFrom('messages')
        .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
        .select(['conversation_id', 'project_id'])
        .where('messages.id', '=', subject)
        .executeTakeFirst();
      if (!row) return [];
      if (row.project_id !== null) return roomPeople(trx, accused_id, row.project_id);
      const members = trx.selectFrom('conversation_members').select('user_id');
      const found = await members.where('conversation_id', '=', row.conversation_id).execute();
      return found.map(({ user_id }) => user_id);
    },
  },
  picture: {
    // The owner is the person who uploaded the picture first. The copy is the address: it is made from the picture's content.
    async find(trx, reporterId, id) {
      const row = await findUploader(trx, reporterId, id);
      return row && { accusedId: row.user_id, evidence: { url: pictureUrl(id) } };
    },
    async state(db, id) {
      const row = await db.selectFrom('media').select('id').where('id', '=', id).executeTakeFirst();
      return row && { isHidden: false };
    },
  },
};

function markOf(hidden: Hidden) {
  return { hidden_at: hidden?.now ?? null, hidden_reason: hidden?.reason ?? '' };
}

/** Hides the name that a person has now: another one, which they may choose, shows. */
export async function hideName(trx: Trx, userId: string, hidden: Hidden): Promise<void> {
  const names = trx.selectFrom('users').select(['first_name', 'last_name']).where('id', '=', userId);
  const mark = {
    hidden_name: hidden ? nameKey(await names.executeTakeFirstOrThrow()) : '',
    hidden_name_reason: hidden?.reason ?? '',
    hidden_name_at: hidden?.now ?? null,
  };
  await trx.updateTable('users').set(mark).where('id', '=', userId).execute();
  await indexPeople(trx, [userId]);
}
