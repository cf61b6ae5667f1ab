import type { NotificationEvent } from '#shared/socket-events.ts';
import type { Deps } from '../deps.ts';
import type { ChatContext } from './chat-socket.ts';
import { rooms } from './rooms.ts';

/** Sends the events of the event bus as notifications to the people concerned. Returns a function that stops it. */
export function tellNews({ io, backend }: ChatContext, { events }: Deps): () => void {
  const tell = (userId: string, news: NotificationEvent) => io.to(rooms.user(userId)).emit('notification', news);

  const tellAbout = async (userId: string, personId: string, news: NotificationEvent) => {
    const user = await backend.person(personId);
    if (user) tell(userId, { ...news, user });
  };

  const stops = [
    events.on('requestReceived', ({ requestId, fromId, toId }) =>
      tellAbout(toId, fromId, { kind: 'request', requestId }),
    ),
    events.on('connected', async ({ requestId, byId, otherId }) => {
      await tellAbout(otherId, byId, { kind: 'connected', requestId });
      await tellAbout(byId, otherId, { kind: 'connected', requestId, own: true });
    }),
    events.on('disconnected', ({ byId, otherId }) => {
      for (const [one, other] of [
        [byId, otherId],
        [otherId, byId],
      ] as const) {
        io.to(rooms.user(one)).emit('presence', { userId: other, online: false });
        io.in(rooms.user(one)).socketsLeave(rooms.watch(other));
      }
    }),
    events.on('interestShown', async ({ projectId, userId, creatorId }) => {
      const projectName = await backend.projectName(projectId);
      if (projectName !== undefined) await tellAbout(creatorId, userId, { kind: 'interest', projectId, projectName });
    }),
    events.on('interestReviewed', async ({ projectId, userId, status }) => {
      const projectName = await backend.projectName(projectId);
      if (projectName !== undefined) tell(userId, { kind: 'interest-reviewed', projectId, projectName, status });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
