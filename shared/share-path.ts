/** Addresses of public pages, which the gateway draws for people without an account. */
export const sharePath = {
  project: (projectId: string) => `/share/project/${encodeURIComponent(projectId)}`,
  profile: (userId: string) => `/share/profile/${encodeURIComponent(userId)}`,
} as const;

export const publicKinds = ['project', 'profile'] as const satisfies (keyof typeof sharePath)[];
