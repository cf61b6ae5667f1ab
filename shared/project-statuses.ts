/** How far a project is. */
export const projectStatuses = ['idea', 'building', 'live', 'archived'] as const;
export type ProjectStatus = (typeof projectStatuses)[number];
