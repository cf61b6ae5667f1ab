import type { NotifyKind, NotifyWay } from '#shared/api/preferences.ts';

/** In the order in which they are shown. */
export const kindWords: Readonly<Record<NotifyKind, string>> = {
  request: 'Somebody wants to connect',
  connected: 'A request of yours is accepted',
  message: 'Messages while you are away',
  mention: 'Somebody mentions you in a room',
  interest: 'Somebody asks to join a project of yours',
  'interest-reviewed': 'A project answers your ask to join',
};

export const wayWords: Readonly<Record<NotifyWay, string>> = { page: 'On the page', mail: 'Mail', push: 'Push' };
