import type { NotificationItem } from './api/notifications.ts';
import { to } from './routes.ts';

export interface NotificationText {
  /** The person or thing it is about, shown in bold. */
  title: string;
  line: string;
  href: string;
}

const accountEvents: Readonly<Record<string, string>> = {
  'password-changed': 'Your password was changed.',
  'passkey-added': 'A passkey was added to your account.',
  'passkey-removed': 'A passkey was removed from your account.',
  warned: 'A moderator has warned you. Please read why.',
  'content-hidden': 'A moderator has hidden something of yours.',
  'picture-erased': 'A moderator has deleted a picture of yours.',
  'second-factor-on': 'Your login asks for a code from now on.',
  'second-factor-off': 'Your login no longer asks for a code.',
  'recovery-code-used': 'Somebody logged in with one of your recovery codes.',
  'recovery-codes-few': 'A recovery code was used, and few are left. Make new ones.',
  'recovery-codes-made': 'You have new recovery codes. The old ones no longer work.',
};

/** They stand under the kind `account`, which no client may leave out and every older one can show. */
const projectEvents: Readonly<Record<string, string>> = {
  'project-offer': 'You are offered this project. Accept or decline.',
  'project-owner': 'This project is yours now: its creator is gone.',
  'project-handed': 'Your offer was accepted. You are a member now.',
};

/** A notification in words, with the screen that it leads to. `name` is that of its actor. */
export function notificationText(item: NotificationItem, name: string): NotificationText {
  const { actor, kind, project, count } = item;
  const projectName = project?.projectName || 'Untitled project';
  const projectHref = project ? to.project(project._id) : to.projects();
  switch (kind) {
    case 'request':
      return { title: name, line: 'wants to connect', href: to.requests() };
    case 'connected':
      return { title: name, line: 'is connected with you now', href: actor ? to.chat(actor._id) : to.connection() };
    case 'interest': {
      const others = count === 1 ? 'asks' : count === 2 ? 'and 1 other ask' : `and ${count - 1} others ask`;
      return { title: name, line: `${others} to join ${projectName}`, href: projectHref };
    }
    case 'interest-reviewed': {
      const line = item.status === 'accepted' ? 'You are a member now' : 'Your ask to join was not accepted';
      return { title: projectName, line, href: projectHref };
    }
    case 'message':
      return { title: name, line: messages(item), href: actor ? to.chat(actor._id) : to.connection() };
    case 'mention':
      return { title: name, line: `mentioned you in ${projectName}`, href: roomHref(item) };
    case 'account':
      if (item.event !== undefined && project !== undefined && projectEvents[item.event] !== undefined)
        return { title: projectName, line: projectEvents[item.event] ?? '', href: projectHref };
      if (item.event?.startsWith('report-'))
        return { title: 'Your report', line: 'Somebody has answered it.', href: `${to.setting()}?section=privacy` };
      return {
        title: 'Your account',
        line: accountEvents[item.event ?? ''] ?? 'Something was changed in your account.',
        href: to.setting(),
      };
    default:
      // A kind that a newer upstream knows: this page may be older than it.
      return {
        title: actor ? name : 'News',
        line: project ? `in ${projectName}` : 'Something happened.',
        href: project ? projectHref : to.feed(),
      };
  }
}

/** The room at the message. An older upstream, or a project that is hidden, leads to the list. */
function roomHref({ project, messageId }: NotificationItem): string {
  if (project === undefined) return to.messages();
  return messageId === undefined
    ? to.room(project._id)
    : `${to.room(project._id)}?message=${encodeURIComponent(messageId)}`;
}

function messages({ count, readAt }: NotificationItem): string {
  if (readAt !== null) return 'sent you messages';
  return count === 1 ? '1 unread message' : `${count} unread messages`;
}
