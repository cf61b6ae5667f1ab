import type { User } from './users.ts';

/** A project as somebody without an account sees it: what the page prints, and nothing else. */
export interface PublicProject {
  _id: string;
  projectName: string;
  projectImage?: string;
  projectImageAlt?: string;
  skills: string[];
  description: string;
  /** Only the first name, unless the creator has a public page too. */
  creator: Pick<User, 'firstName'> & Partial<Pick<User, '_id' | 'lastName' | 'photoUrl'>>;
}

/** A person as somebody without an account sees them. Place, links and the time of joining stay inside. */
export interface PublicProfile extends Pick<User, '_id' | 'firstName' | 'lastName'> {
  photoUrl?: string;
  coverUrl?: string;
  headline?: string;
  about?: string;
  skills: string[];
  /** The person's public projects, newest first. */
  projects: Pick<PublicProject, '_id' | 'projectName' | 'projectImage' | 'projectImageAlt'>[];
}

export interface PublicProjectReply {
  project: PublicProject;
}

export interface PublicProfileReply {
  user: PublicProfile;
}

export const publicKinds = ['project', 'profile'] as const;

/** Ids of public pages, for the sitemap. */
export interface PublicPagesReply {
  items: { _id: string }[];
  nextCursor: string | null;
}
