import type { ReportKind } from '#shared/api/reports.ts';
import { pictureUrl } from '#shared/pictures.ts';
import type { Trx } from '#upstream/db/connection.ts';
import { findUser } from '../people/people-store.ts';
import { findProject } from '../projects/project-store.ts';
import { findMessage } from '../visibility/messages.ts';
import { findUploader } from '../visibility/pictures.ts';

/** Whose it is, and a copy of it, which is kept as long as the report: what is reported may be changed or deleted. */
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

const finders: Readonly<Record<ReportKind, Find>> = {
  person: async (trx, reporterId, id) => {
    const user = await findUser(trx, reporterId, id);
    return user && { accusedId: user._id, evidence: { ...user } };
  },
  project: async (trx, reporterId, id) => {
    const row = await findProject(trx, reporterId, id);
    if (!row) return undefined;
    const { name, description, image_url: image, image_alt: imageText } = row;
    return { accusedId: row.creator_id, evidence: { name, description, image, imageText } };
  },
  // Also of a chat that is closed: a blocked person's messages stay readable for the one who blocks.
  message: async (trx, reporterId, id) => {
    const row = await findMessage(trx, reporterId, id);
    return (
      row && {
        accusedId: row.sender_id,
        evidence: { text: row.text, sentAt: new Date(row.created_at).toISOString() },
      }
    );
  },
  // By whoever uploaded it first. The copy is the address: it is made from the picture's content.
  picture: async (trx, reporterId, id) => {
    const row = await findUploader(trx, reporterId, id);
    return row && { accusedId: row.user_id, evidence: { url: pictureUrl(id) } };
  },
};
