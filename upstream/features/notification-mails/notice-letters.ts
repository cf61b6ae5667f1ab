import type { NotifyKind } from '#shared/api/account/preferences.ts';
import { to } from '#shared/routes.ts';
import type { Letter } from '#upstream/mail/letter.ts';
import type { Mail } from '#upstream/mail/mail.ts';
import { unsubscribeToken } from './unsubscribe.ts';

/** The facts of a mail about one notification. Without the text of a message: mails are shown on lock screens, and mail servers can read them. */
export interface NoticeWords {
  kind: NotifyKind;
  firstName: string;
  /** The whole name of the person it is from. */
  actor: string;
  actorId: string;
  project: string;
  projectId: string;
  /** How many messages are unread, or how many people ask to join. */
  count: number;
}

type Site = Pick<Mail, 'site' | 'link'>;
type Stop = NonNullable<Letter['stop']>;
type Body = Pick<Letter, 'subject' | 'paragraphs' | 'button'>;

export function noticeLetter(words: NoticeWords, mail: Site, stop: Stop): Letter {
  return { greeting: `Hello ${words.firstName},`, notes: [], ...bodies[words.kind](words, mail.site), stop };
}

const bodies: Readonly<Record<NotifyKind, (words: NoticeWords, site: string) => Body>> = {
  request: ({ actor }, site) => ({
    subject: `${actor} wants to connect with you`,
    paragraphs: [`${actor} asks to connect with you on DotCode.`],
    button: { label: 'See the request', url: site + to.requests() },
  }),
  connected: ({ actor, actorId }, site) => ({
    subject: `You are connected with ${actor}`,
    paragraphs: [`${actor} has accepted your request. You can write to each other now.`],
    button: { label: 'Say hello', url: site + to.chat(actorId) },
  }),
  message: ({ actor, actorId, count }, site) => ({
    subject: `${several(count, 'unread message')} from ${actor}`,
    paragraphs: [
      count === 1
        ? `${actor} has written to you on DotCode.`
        : `${actor} has written to you on DotCode. ${count} messages wait to be read.`,
    ],
    button: { label: 'Open the chat', url: site + to.chat(actorId) },
  }),
  mention: ({ actor, project, projectId }, site) => ({
    subject: `${actor} mentioned you in ${project}`,
    paragraphs: [`${actor} has mentioned you in the room of ${project}.`],
    button: { label: 'Open the room', url: site + to.room(projectId) },
  }),
  interest: ({ actor, project, projectId, count }, site) => ({
    subject: `${actor} asks to join ${project}`,
    paragraphs: [
      count > 1
        ? `${actor} asks to join your project ${project}. ${count} people wait for an answer.`
        : `${actor} asks to join your project ${project}.`,
    ],
    button: { label: 'Open the project', url: site + to.project(projectId) },
  }),
  'interest-reviewed': ({ project, projectId }, site) => ({
    subject: `${project} has answered you`,
    paragraphs: [`Your ask to join ${project} was answered.`],
    button: { label: 'See the answer', url: site + to.project(projectId) },
  }),
};

/** The links below a mail, and the address for the mail program's own button (RFC 8058). */
export function stopOf(mail: Site, secret: string, userId: string, kind: NotifyKind): Stop {
  const token = unsubscribeToken(secret, userId, kind);
  return {
    page: mail.link(to.unsubscribe(), token),
    oneClick: `${mail.site}/api/email/unsubscribe?token=${token}`,
    settings: `${mail.site}${to.setting()}?section=notifications`,
  };
}

function several(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
