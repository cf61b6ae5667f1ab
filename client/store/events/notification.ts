import { loadOwnUser } from '#client/store/api/auth-api.ts';
import { baseApi } from '#client/store/api/base-api.ts';
import { notificationsApi } from '#client/store/api/notifications-api.ts';
import type { Tags } from '#client/store/api/refetch-stale.ts';
import { endUndo } from '#client/store/api/relations/undo-offer.ts';
import { fullName } from '#client/text/person.ts';
import { to } from '#shared/routes.ts';
import type { NotificationEvent } from '#shared/socket-events.ts';
import type { LiveParts } from './live-parts.ts';
import type { News } from './news.ts';

/** Asks again for the lists that a notification has made stale, and announces what the user did not cause. */
export function hearNotification({ socket, store, announce }: LiveParts): void {
  socket.on('notification', (event) => {
    const tags = staleAfter(event);
    if (event._id !== undefined || isNewMessage(store, event)) tags.push('Notifications');
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

/** Whether a message has made or renewed a row: one that is unread already stays as it is. */
function isNewMessage(store: LiveParts['store'], { kind, user }: NotificationEvent): boolean {
  if (kind !== 'message') return false;
  const { data } = notificationsApi.endpoints.notifications.select()(store.getState());
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return !items.some((item) => item.kind === 'message' && item.actor?._id === user?._id && item.readAt === null);
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
      return ['ProjectList', ...project];
    case 'account':
      return ['Session'];
    case 'message':
      // The event `messageReceived` updates the same lists, and carries the message.
      return [];
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
      return undefined;
  }
}

function projectNews(projectId: string | undefined, key: string, text: string): News | undefined {
  return projectId === undefined
    ? undefined
    : { key, text, href: to.project(projectId), action: 'Open project', kind: 'project' };
}
