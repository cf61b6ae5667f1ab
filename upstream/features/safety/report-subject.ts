import type { ReportKind } from '#shared/api/reports.ts';
import { pictureUrl } from '#shared/pictures.ts';
import type { Trx } from '#upstream/db/connection.ts';
import { iso } from '#upstream/iso.ts';
import { copyPictures } from '../chat/chat-picture-store.ts';
import { findUser } from '../people/people-store.ts';
import { findProject, projectRoles } from '../projects/project-store.ts';
import { relationOf } from '../requests/relations.ts';
import { findMessage } from '../visibility/messages.ts';
import { findUploader } from '../visibility/pictures.ts';

/** The owner of what is reported, and a copy, which is kept as long as the report: the original may be changed or deleted. */
export interface ReportSubject {
  accusedId: string;
  evidence: Record<string, unknown>;
}

type Find = (trx: Trx, reporterId: string, id: string) => Promise<ReportSubject | undefined>;

/** Undefined for what the reporter cannot see, or what is their own. */
export async function findReportSubject(
  trx: Trx,
  { reporterId, kind, id }: { reporterId: string; kind: ReportKind; id: string },
): Promise<ReportSubject | undefined> {
  const subject = await finders[kind](trx, reporterId, id);
  return subject?.accusedId === reporterId ? undefined : subject;
}

/** What the person said with a request to the reporter. */
async function noteTo(trx: Trx, reporterId: string, id: string): Promise<string | undefined> {
  const { connection, theirs } = await relationOf(trx, reporterId, id);
  return connection?.from_id === id ? connection.note : theirs?.note;
}

const finders: Readonly<Record<ReportKind, Find>> = {
  person: async (trx, reporterId, id) => {
    const user = await findUser(trx, reporterId, id);
    if (!user) return undefined;
    const note = await noteTo(trx, reporterId, id);
    return { accusedId: user._id, evidence: { ...user, ...(note && { note }) } };
  },
  project: async (trx, reporterId, id) => {
    const row = await findProject(trx, reporterId, id);
    if (!row) return undefined;
    const { name, description, image_url: image, image_alt: imageText } = row;
    const roles = (await projectRoles(trx, [id])).get(id)?.map((role) => role.name);
    const links = [row.repository_url, row.demo_url].filter((link) => link !== '');
    const said = { ...(roles && { roles }), ...(links.length > 0 && { links }) };
    return { accusedId: row.creator_id, evidence: { name, description, image, imageText, ...said } };
  },
  // Also of a chat that is closed: a blocked person's messages stay readable for the one who blocks.
  // A deleted one has nothing left to look at.
  message: async (trx, reporterId, id) => {
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
  // The owner is the person who uploaded the picture first. The copy is the address: it is made from the picture's content.
  picture: async (trx, reporterId, id) => {
    const row = await findUploader(trx, reporterId, id);
    return row && { accusedId: row.user_id, evidence: { url: pictureUrl(id) } };
  },
};
