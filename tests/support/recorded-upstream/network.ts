import {
  type ChatDocument,
  type Documents,
  defaultAbout,
  defaultPhotoUrl,
  defaultProjectImage,
  type ProjectDocument,
  pick,
  type RequestDocument,
  type UserDocument,
} from './documents.ts';
import { newObjectId } from './object-id.ts';
import { hashPassword } from './passwords.ts';

/** Every sample person's password. */
export const samplePassword = 'Dev@12345';

const stamp = '2025-03-01T09:00:00.000Z';

const people = {
  /** The person as whom most tests sign in: has a connection, requests both ways, a project and a chat. */
  asha: ['Asha', 'Rao', { about: 'Compilers by day, gardens by night.', skills: ['TypeScript', 'React'] }],
  /** Connected to Asha, with a chat. */
  ben: ['Ben', 'Carter', { about: 'Keeps queues short.', skills: ['Go', 'Kafka'] }],
  /** Asked Asha; not answered. */
  chloe: ['Chloe', 'Martin', { about: 'Type design and CSS.' }],
  /** Asked by Asha; not answered. */
  diego: ['Diego', 'Santos', { skills: ['Rust'] }],
  /** Ignored by Asha: seen nowhere. */
  emeka: ['Emeka', 'Obi', {}],
  /** Connected to somebody who deleted their account, so the list of connections fails as a whole. */
  farah: ['Farah', 'Haddad', { skills: ['Python'] }],
  /** All skills in one string. */
  goran: ['Goran', 'Ilic', { skills: ['React, Node, Postgres'] }],
  /** About text with markup in it. */
  hana: ['Hana', 'Sato', { about: '<p>Builds <b>maps</b> &amp; tiles<script>alert(1)</script></p>', skills: ['C++'] }],
  /** Nothing filled in, no last name. */
  ivy: ['Ivy', null, { about: '', skills: [] }],
} satisfies Record<string, [string, string | null, Partial<UserDocument>]>;

export type PersonName = keyof typeof people;

export interface Network {
  people: Record<PersonName, UserDocument>;
  /** Further people, so that the feed has a second page. */
  crowd: UserDocument[];
  /** The id of a deleted account. */
  deletedUserId: string;
  requests: Record<
    'chloeToAsha' | 'deletedToAsha' | 'ashaToDiego' | 'ashaIgnoresEmeka' | 'benAndAsha',
    RequestDocument
  >;
  projects: Record<'asha' | 'ben' | 'diego' | 'goran', ProjectDocument>;
  chat: ChatDocument;
}

/** A small network with one example of every recorded oddity of the data. */
export function buildNetwork(): Network {
  const named = Object.fromEntries(
    Object.entries(people).map(([key, [firstName, lastName, rest]]) => [key, person(firstName, lastName, rest)]),
  ) as Record<PersonName, UserDocument>;
  const { asha, ben, chloe, diego, emeka, goran } = named;
  const deletedUserId = newObjectId();
  return {
    people: named,
    crowd: Array.from({ length: 14 }, (_, i) =>
      person('Dev', `Number ${i + 1}`, { emailId: `dev${i + 1}@example.com`, skills: ['Java'] }),
    ),
    deletedUserId,
    requests: {
      benAndAsha: request(ben._id, asha._id, 'accepted'),
      chloeToAsha: request(chloe._id, asha._id, 'interested'),
      deletedToAsha: request(deletedUserId, asha._id, 'interested'),
      ashaToDiego: request(asha._id, diego._id, 'interested'),
      ashaIgnoresEmeka: request(asha._id, emeka._id, 'ignored'),
    },
    projects: {
      asha: project(
        asha,
        'Tiny parser',
        ['TypeScript, Parsing'],
        '<p>A <strong>parser</strong> for <em>humans</em>.</p>',
      ),
      ben: project({ ...ben, firstName: 'Benjamin' }, 'Queue doctor', ['Go']),
      diego: project(diego, 'Borrow checker toys', ['Rust', 'WASM'], 'Plain words.'),
      goran: project(goran, 'Map of cafes', [], '<img src=x onerror=alert(1)>Find coffee<br>near you'),
    },
    chat: chat(ben._id, asha._id),
  };
}

/** The network as stored documents; Farah's broken connection is among the requests. */
export function networkDocuments(network: Network): Documents {
  return {
    users: [...Object.values(network.people), ...network.crowd],
    requests: [
      ...Object.values(network.requests),
      request(network.deletedUserId, network.people.farah._id, 'accepted'),
    ],
    projects: Object.values(network.projects),
    chats: [network.chat],
  };
}

function person(firstName: string, lastName: string | null, rest: Partial<UserDocument>): UserDocument {
  return {
    _id: newObjectId(),
    firstName,
    ...(lastName === null ? {} : { lastName }),
    emailId: `${firstName.toLowerCase()}@example.com`,
    password: hashPassword(samplePassword),
    photoUrl: defaultPhotoUrl,
    about: defaultAbout,
    skills: [],
    createdAt: stamp,
    updatedAt: stamp,
    __v: 0,
    ...rest,
  };
}

function request(fromUserID: string, toUserID: string, status: RequestDocument['status']): RequestDocument {
  return { _id: newObjectId(), fromUserID, toUserID, status, createdAt: stamp, updatedAt: stamp, __v: 0 };
}

function project(creator: UserDocument, projectName: string, skills: string[], description?: string): ProjectDocument {
  return {
    _id: newObjectId(),
    projectName,
    projectImage: defaultProjectImage,
    skills,
    ...(description === undefined ? {} : { description }),
    creator: structuredClone(pick(creator, ['_id', 'firstName', 'lastName', 'photoUrl', 'about', 'skills'])),
    __v: 0,
  };
}

function chat(one: string, other: string): ChatDocument {
  const message = (senderId: string, text: string, at: string) => ({
    senderId,
    text,
    _id: newObjectId(),
    createdAt: at,
    updatedAt: at,
  });
  return {
    _id: newObjectId(),
    participants: [one, other],
    messages: [
      message(one, 'Did the parser land?', '2025-03-02T10:00:00.000Z'),
      message(other, 'This morning. <b>Finally</b>.', '2025-03-02T10:01:30.000Z'),
    ],
    __v: 2,
  };
}
