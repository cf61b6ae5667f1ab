import { loadOwnUser } from '#client/store/api/auth-api.ts';
import { baseApi } from '#client/store/api/base-api.ts';
import type { Tags } from '#client/store/api/recovery/refetch-stale.ts';
import { endUndo } from '#client/store/api/relations/undo-toast.ts';
import { fullName } from '#client/text/person.ts';
import { to } from '#shared/routes.ts';
import type { NotificationEvent } from '#shared/socket-events.ts';
import type { LiveParts } from './live-parts.ts';
import type { News } from './news.ts';

/** Asks again for the lists that a notification has made stale, and announces what the user did not cause. */
export function hearNotification({ socket, store, announce }: LiveParts): void {
  socket.on('notification', (event) => {
    const tags = staleAfter(event);
    // Messages are counted by their conversations, and are in no list of notifications.
    if (event._id !== undefined && event.kind !== 'message') tags.push('Notifications');
    if (event.kind === 'account' && changesOwnUser(event)) void store.dispatch(loadOwnUser());
    store.dispatch(baseApi.util.invalidateTags(tags));
    if (event.kind === 'connected' && event.user) endUndo(store, event.user._id);
    const news = event.own ? undefined : newsOf(event);
    if (news) announce(news);
  });
}

/** A moderator has warned the user, or hidden something of theirs: the open page says so at once. */
function changesOwnUser({ event }: NotificationEvent): boolean {
  return event === 'warned' || event === 'content-hidden' || event === 'picture-erased';
}

function staleAfter({ kind, projectId }: NotificationEvent): Tags {
  const project = projectId === undefined ? [] : [{ type: 'Project' as const, id: projectId }];
  switch (kind) {
    case 'request':
      return ['Received'];
    case 'connected':
      return ['Received', 'Sent', 'Connections', 'Chats', 'Chat', 'ProjectList'];
    case 'interest':
      return ['Interest', ...project];
    case 'interest-reviewed':
      // A new member has a new room.
      return ['ProjectList', 'Chats', ...project];
    case 'account':
      return ['Session', ...(projectId === undefined ? [] : [...project, 'ProjectList' as const])];
    case 'message':
    case 'mention':
      // The event `messageReceived` updates the same lists, and carries the message.
      return [];
    default:
      // A kind that only a newer upstream knows.
      return project;
  }
}

function newsOf({ kind, user, projectId, projectName, requestId, status }: NotificationEvent): News | undefined {
  const name = fullName(user);
  const project = projectName ?? 'a project';
  switch (kind) {
    case 'request':
      return {
        key: `request:${requestId}`,
        text: `${name} wants to connect with you.`,
        href: to.requests(),
        action: 'See request',
        ...(user && { personId: user._id }),
        kind: 'people',
      };
    case 'connected':
      return {
        key: `connected:${user?._id}`,
        text: `You are connected with ${name}.`,
        href: user ? to.chat(user._id) : to.connection(),
        action: 'Say hello',
        kind: 'people',
      };
    case 'interest':
      return projectNews(projectId, `interest:${projectId}:${user?._id}`, `${name} asks to join ${project}.`);
    case 'interest-reviewed':
      return status === 'accepted'
        ? projectNews(projectId, `interest-reviewed:${projectId}`, `You were accepted for ${project}.`)
        : undefined;
    case 'account':
    case 'message':
    case 'mention':
      // The message itself is announced, unless its room is muted.
      return undefined;
    default:
      return undefined;
  }
}

function projectNews(projectId: string | undefined, key: string, text: string): News | undefined {
  return projectId === undefined
    ? undefined
    : { key, text, href: to.project(projectId), action: 'Open project', kind: 'project' };
}
