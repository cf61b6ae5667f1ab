import { apiPaths } from '#shared/paths.ts';

/** The cost of calls that read, in points of the budgets `reads` and `network-reads`, where that is not one. */
const costs: readonly (readonly [pathStart: string, points: number])[] = [
  [apiPaths.profileExport, 100],
  [apiPaths.searchPeople, 3],
  [apiPaths.searchProjects, 3],
  [apiPaths.searchMessages, 3],
  [apiPaths.feed, 3],
  [apiPaths.projects, 2],
  [apiPaths.moderationCases, 3],
  [apiPaths.publicPages, 20],
  [apiPaths.media, 0.1],
  [`${apiPaths.chatPicture}/`, 0.1],
];

/** Whether a call is one of those that everybody may make: they have a budget of their own, with or without a session. */
export function isPublicCall(path: string): boolean {
  return path.startsWith('public/');
}

/** `path` is relative to the API base, like those of `apiPaths`. */
export function readCost(path: string): number {
  return costs.find(([start]) => path.startsWith(start))?.[1] ?? 1;
}
