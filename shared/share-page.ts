import type { PublicProfile, PublicProject } from './api/public-pages.ts';

/** Addresses of public pages, which the gateway draws for people without an account. */
export const sharePath = {
  project: (projectId: string) => `/share/project/${encodeURIComponent(projectId)}`,
  profile: (userId: string) => `/share/profile/${encodeURIComponent(userId)}`,
} as const;

export const publicKinds = ['project', 'profile'] as const satisfies (keyof typeof sharePath)[];

/** The content of a public page: one project or one profile. */
export type Shared =
  | { readonly kind: 'project'; readonly project: PublicProject }
  | { readonly kind: 'profile'; readonly user: PublicProfile };

/** The settings of the site that a public page is rendered with. */
export interface ShareSite {
  /** PUBLIC_URL, or empty: then addresses are relative. */
  readonly origin: string;
  /** The rules inside the page, allowed by their hash. */
  readonly styles: string;
}

/** The picture of links to pages without an uploaded one: client/public/share.png. */
export const productPicture = { path: '/share.png', width: 1200, height: 630 } as const;

/** The functions of the bundle that draws public pages: client/features/share/draw.tsx, built to .vite/share.mjs. */
export interface ShareDrawings {
  /** The whole page. */
  drawSharePage(shared: Shared, site: ShareSite): string;
}
