import { createHash, randomBytes } from 'node:crypto';

/** The four collections as the recorded service stores them. Key order is reply order. */
export interface UserDocument {
  _id: string;
  firstName: string;
  lastName: string;
  emailId: string;
  password: string;
  photoUrl: string;
  about: string;
  skills: string[];
  createdAt: string;
  updatedAt: string;
}

export interface RequestDocument {
  _id: string;
  fromUserID: string;
  toUserID: string;
  status: 'interested' | 'ignored' | 'accepted' | 'rejected';
  createdAt: string;
  updatedAt: string;
}

export interface ProjectDocument {
  _id: string;
  projectName: string | null;
  projectImage: string | null;
  skills: string[] | null;
  description?: string | null;
  /** A copy: it does not follow later edits of the profile. */
  creator: Pick<UserDocument, '_id' | 'firstName' | 'lastName' | 'photoUrl' | 'about' | 'skills'>;
}

export interface ChatDocument {
  _id: string;
  participants: string[];
  messages: { senderId: string; text: string; _id: string; createdAt: string; updatedAt: string }[];
}

export interface Documents {
  users: UserDocument[];
  requests: RequestDocument[];
  projects: ProjectDocument[];
  chats: ChatDocument[];
}

/** Every sample person's password. */
export const samplePassword = 'Dev@12345';
export const defaultProjectImage = 'https://images.example/default-project.png';
const stamp = '2025-03-01T09:00:00.000Z';

export type PersonName = 'asha' | 'ben';

/** A small network; asha is the person as whom most tests sign in. */
export function buildNetwork() {
  const people: Record<PersonName, UserDocument> = {
    asha: newUser('Asha', 'Rao', { about: 'Compilers by day, gardens by night.', skills: ['TypeScript', 'React'] }),
    ben: newUser('Ben', 'Carter', { skills: ['Go', 'Kafka'] }),
  };
  const { asha, ben } = people;
  const projects = {
    asha: newProject(asha, { projectName: 'Tiny parser', skills: ['TypeScript, Parsing'] }),
    ben: newProject(ben, { projectName: 'Queue doctor', skills: ['Go'] }),
  };
  const message = (senderId: string, text: string) => ({
    ...{ senderId, text, _id: newObjectId() },
    ...{ createdAt: stamp, updatedAt: stamp },
  });
  const chat: ChatDocument = {
    _id: newObjectId(),
    participants: [ben._id, asha._id],
    messages: [message(ben._id, 'Did the parser land?'), message(asha._id, 'This morning. <b>Finally</b>.')],
  };
  /** Further people, for the feed. */
  const crowd = Array.from({ length: 4 }, (_, i) => newUser(`Dev${i + 1}`, 'Crowd'));
  const documents: Documents = {
    users: [...Object.values(people), ...crowd],
    requests: [newRequest(ben._id, asha._id, 'accepted')],
    projects: Object.values(projects),
    chats: [chat],
  };
  return { network: { people, projects, chat }, documents };
}

export function newUser(firstName: string, lastName: string, own: Partial<UserDocument> = {}): UserDocument {
  return {
    ...{ _id: newObjectId(), firstName, lastName, emailId: `${firstName.toLowerCase()}@example.com` },
    ...{ password: hashPassword(samplePassword), photoUrl: 'https://images.example/default-avatar.png' },
    ...{ about: 'This is the default about of the user ', skills: [], createdAt: stamp, updatedAt: stamp },
    ...own,
  };
}

function newRequest(fromUserID: string, toUserID: string, status: RequestDocument['status']): RequestDocument {
  return { _id: newObjectId(), fromUserID, toUserID, status, createdAt: stamp, updatedAt: stamp };
}

function newProject(creator: UserDocument, own: Partial<ProjectDocument>): ProjectDocument {
  return {
    ...{ _id: newObjectId(), projectName: '', projectImage: defaultProjectImage, skills: [] },
    ...own,
    creator: structuredClone(pick(creator, ['_id', 'firstName', 'lastName', 'photoUrl', 'about', 'skills'])),
  };
}

export function newObjectId(): string {
  return randomBytes(12).toString('hex');
}

/** Looks like the recorded service's bcrypt hashes: tests check that such a string never leaves. It is fast. */
export function hashPassword(password: string): string {
  const digest = createHash('sha512').update(password).digest('base64url');
  return `$2b$10$${digest.replaceAll(/[-_]/g, '.').slice(0, 53)}`;
}

/** Some fields of a document, in the order asked for; those it lacks are left out. */
export function pick<Document extends object, Key extends keyof Document>(
  document: Document,
  keys: readonly Key[],
): Pick<Document, Key> {
  const picked: Partial<Pick<Document, Key>> = {};
  for (const key of keys) if (document[key] !== undefined) picked[key] = document[key];
  return picked as Pick<Document, Key>;
}
