/** Limits that the client shows and the upstream enforces. Lengths are those of `lengthOf`. */
export const limits = {
  name: { min: 2, max: 40 },
  email: { max: 254 },
  password: { min: 8, max: 200 },
  about: { max: 500 },
  headline: { max: 120 },
  location: { max: 80 },
  link: { max: 500 },
  skill: { max: 40 },
  skills: { max: 20 },
  projectName: { max: 80 },
  projectDescription: { max: 20_000 },
  imageAlt: { max: 200 },
  /** A role that a project looks for, and how many a project lists. */
  role: { max: 40 },
  roles: { max: 10 },
  /** People in a project beside its creator, and how many of them a list of projects names. */
  members: { max: 200, listed: 50 },
  /** The update of a project, in characters. */
  projectUpdate: { max: 2000 },
  /** A link that invites into a project: its days, the people who use it, and how many a project has at once. */
  invite: { days: 30, uses: 100, open: 50 },
  /** Of a project, and of a person. */
  hoursPerWeek: { max: 60 },
  /** Hours of a working day that two people may have in common. */
  overlap: { max: 9 },
  /** An uploaded picture: its bytes, its pixels, and its sides in pixels. */
  picture: { bytes: 5 * 1024 * 1024, pixels: 24_000_000, minSide: 16, maxSide: 10_000 },
  /** A muted word, and how many an account has. */
  mutedWord: { min: 2, max: 40 },
  mutedWords: { max: 100 },
  reportDetails: { max: 1000 },
  /** Why a moderator acts. */
  moderationReason: { min: 3, max: 1000 },
  /** The note of a person who asks to join, and the creator's answer. */
  interestNote: { max: 280 },
  /** The note with a request to connect. */
  requestNote: { max: 200 },
  chatMessage: { max: 2000 },
  /** How long after sending its author may edit or delete a message. */
  messageChangeMinutes: 15,
  /** Characters of a quoted message. */
  excerpt: { max: 120 },
  /** Different emoji of one message. */
  reactions: { max: 20 },
  messagePictures: { max: 4 },
  /** How far the unread messages of a conversation are counted. */
  unread: { max: 100 },
  /** In the room of a project: pinned messages, and people named in one message. */
  pins: { max: 20 },
  mentions: { max: 20 },
  clientId: { max: 64 },
  /** People whose presence one tab may watch. */
  presence: { max: 500 },
  searchQuery: { max: 100 },
  page: { max: 50, default: 20 },
  /** How many of the newest projects a screen asks for. Some of them may be the own ones, which are left out there. */
  newProjects: 8,
  /** Notifications of the first page, which every start loads for its counts: as many as the open panel shows on a phone. */
  newNotifications: 10,
  /** Page size of the caller's own lists (requests, connections), which other upstreams return without paging. */
  list: { max: 200, default: 100 },
  /** How many people `page` may skip in the feed. The cursor has no such limit, and costs the same on every page. */
  feedDepth: 100,
  feedPage: { max: 50, default: 10 },
  /** Ids of public pages that one call lists. */
  publicPages: { max: 1000 },
  chatPage: { max: 50, default: 50 },
  /** A session ends so many days after its last use. */
  sessionDays: 30,
  /** A session ends so many days after the login, however much it is used. */
  sessionLifeDays: 90,
} as const;

/** The length of a text in code points, as Zod counts it: an emoji of two UTF-16 units is one. */
export function lengthOf(text: string): number {
  return [...text].length;
}
