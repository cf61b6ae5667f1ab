import { readFile } from 'node:fs/promises';
import type { Intent } from '#shared/intents.ts';
import type { ProjectStatus } from '#shared/project-statuses.ts';
import type { NotificationRow } from '#upstream/db/schema.ts';

/** The file `network.json`: invented people, who are named by their keys. All times are before the moment of filling. */
export interface SampleNetwork {
  people: {
    key: string;
    firstName: string;
    lastName: string;
    headline: string;
    location: string;
    joinedDaysAgo: number;
    skills: string[];
    about: string;
    websiteUrl?: string;
    lookingFor?: Intent[];
    hoursPerWeek?: number;
    /** Shown on the profile. */
    timeZone?: string;
  }[];
  connections: {
    between: [asked: string, accepted: string];
    daysAgo: number;
    /** Oldest first. */
    messages?: [from: string, text: string, minutesAgo: number][];
    /** How many of the newest messages their recipient has not read. */
    unread?: number;
  }[];
  requests: { from: string; to: string; minutesAgo: number; note?: string }[];
  projects: {
    key: string;
    name: string;
    creator: string;
    daysAgo: number;
    skills: string[];
    /** Describes the project's picture. A project without it has the drawn cover. */
    imageAlt?: string;
    stage?: ProjectStatus;
    hoursPerWeek?: number;
    repositoryUrl?: string;
    demoUrl?: string;
    /** Open roles, and those that are filled. */
    wanted?: string[];
    filled?: string[];
    people: { by: string; hoursAgo: number; isMember?: true; note?: string }[];
    /** Lines of Markdown. */
    description: string[];
  }[];
  /** The notifications of the sample account: nobody can log in as the other people. */
  notifications: {
    kind: NotificationRow['kind'];
    person?: string;
    project?: string;
    detail?: string;
    minutesAgo: number;
    isUnread?: true;
  }[];
}

/** The key of the only person with a password. */
export const sampleAccountKey = 'demo';

export async function readSampleNetwork(): Promise<SampleNetwork> {
  return JSON.parse(await readFile(new URL('./network.json', import.meta.url), 'utf8'));
}
