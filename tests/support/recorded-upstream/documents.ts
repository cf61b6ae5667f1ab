/** The four collections as the recorded service stores them. Key order is reply order. */
export interface UserDocument {
  _id: string;
  firstName: string;
  lastName?: string | null;
  emailId: string;
  password: string;
  photoUrl: string | null;
  about: string | null;
  skills: string[] | null;
  createdAt: string;
  updatedAt: string;
  __v: number;
}

export interface RequestDocument {
  _id: string;
  fromUserID: string;
  toUserID: string;
  status: 'interested' | 'ignored' | 'accepted' | 'rejected';
  createdAt: string;
  updatedAt: string;
  __v: number;
}

export interface ProjectDocument {
  _id: string;
  projectName: string | null;
  projectImage: string | null;
  skills: string[] | null;
  description?: string | null;
  creator: Pick<UserDocument, '_id' | 'firstName' | 'lastName' | 'photoUrl' | 'about' | 'skills'>;
  __v: number;
}

interface MessageDocument {
  senderId: string;
  text: string;
  _id: string;
  createdAt: string;
  updatedAt: string;
}

export interface ChatDocument {
  _id: string;
  participants: string[];
  messages: MessageDocument[];
  __v: number;
}

export interface Documents {
  users: UserDocument[];
  requests: RequestDocument[];
  projects: ProjectDocument[];
  chats: ChatDocument[];
}

export const defaultPhotoUrl = 'https://images.example/default-avatar.png';
export const defaultAbout = 'This is the default about of the user ';
export const defaultProjectImage = 'https://images.example/default-project.png';

/** Some fields of a document, in the order asked for; those it lacks are left out. */
export function pick<Document extends object, Key extends keyof Document>(
  document: Document,
  keys: readonly Key[],
): Pick<Document, Key> {
  const picked: Partial<Pick<Document, Key>> = {};
  for (const key of keys) if (document[key] !== undefined) picked[key] = document[key];
  return picked as Pick<Document, Key>;
}
