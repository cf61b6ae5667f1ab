import { expect } from 'vitest';
import { transact } from '#upstream/db/transaction.ts';
import { eraseAccount } from '#upstream/features/account/erase-account.ts';
import { addModerator } from '#upstream/features/moderation/moderator-store.ts';
import { hideName, subjects } from '#upstream/features/moderation/subjects.ts';
import { suspendPerson } from '#upstream/features/moderation/suspension.ts';
import { askToJoin, joinProject, newProject, sendMessage } from './acts.ts';
import type { SignedUp, StartedUpstream } from './start-upstream.ts';

/** The states of a person whom the viewer has known before. `plain`: nothing has changed. */
export const states = [
  'plain',
  'muted',
  'private',
  'hidden',
  'blocked',
  'blocking',
  'suspended',
  'leaving',
  'erased',
] as const;
export type State = (typeof states)[number];

/** People in one state, with what is between them and the viewer. Everything they say carries a letter and the state. */
export interface Trio {
  /** Connected, with a chat; a member of the viewer's project, as the viewer is of theirs. */
  friend: SignedUp & { project: string; message: string };
  /** Has sent a request and asks to join the viewer's project; the viewer asks to join theirs. */
  stranger: SignedUp & { project: string; request: string; interest: string };
  /** Nothing is between the two but one request of the viewer. */
  sought: SignedUp & { request: string };
  /** Nothing at all is between the two. */
  loner: SignedUp & { project: string };
  picture: string;
  /** In a message of the friend. */
  chatPicture: string;
  /** Cases of the friend and of their project, opened by reports of somebody else. */
  cases: string[];
}

export interface Cast {
  viewer: SignedUp & { project: string };
  moderator: SignedUp;
  /** Another person, whose project has all the friends as members and their updates; the viewer follows it. */
  third: SignedUp & { project: string };
  trios: Record<State, Trio>;
}

/** The letters before the state's name: which part of a person's things a reply tells. */
export const letters = {
  name: 'N',
  details: 'D',
  photo: 'F',
  project: 'P',
  projectImage: 'I',
  message: 'M',
  note: 'O',
  update: 'T',
  pictureBytes: 'B',
} as const;

export function tokenOf(letter: string, state: State): string {
  return `${letter}${state}`;
}

async function done(reply: Promise<{ status: number; text: string; body: unknown }>) {
  const { status, text, body } = await reply;
  expect(status, text).toBe(200);
  // biome-ignore lint/suspicious/noExplicitAny: the callers read fields of replies that they know.
  return body as any;
}

/** Signs everybody up, lets them meet, and puts each trio into its state. */
export async function gatherCast(upstream: StartedUpstream): Promise<Cast> {
  const viewer = await withProject(await confirmed(upstream, { firstName: 'Vera' }), 'Veras');
  const third = await withProject(await confirmed(upstream, { firstName: 'Tom' }), 'Toms');
  const moderator = await confirmed(upstream, { firstName: 'Moda' });
  await addModerator(upstream.db, moderator.id, 1);
  await done(viewer.client.patch('/profile/edit', { skills: ['Go'] }));
  expect((await viewer.client.send('PUT', `/project/${third.project}/follow`)).status).toBeLessThan(300);
  const entries: [State, Trio][] = [];
  for (const state of states) entries.push([state, await gatherTrio(upstream, state, { viewer, third })]);
  const cast: Cast = { viewer, third, moderator, trios: Object.fromEntries(entries) as Record<State, Trio> };
  for (const state of states) await enter[state](upstream, cast, cast.trios[state]);
  return cast;
}

/** Where mail is there, an account may ask others once its address is confirmed. */
async function confirmed(upstream: StartedUpstream, own: { firstName: string }): Promise<SignedUp> {
  const person = await upstream.signUp(own);
  await upstream.db.updateTable('users').set({ unverified_since: null }).where('id', '=', person.id).execute();
  return person;
}

async function withProject(person: SignedUp, projectName: string, more = {}) {
  return { ...person, project: await newProject(person, { projectName, isPublic: true, ...more }) };
}

async function newPerson(upstream: StartedUpstream, state: State): Promise<SignedUp> {
  const person = await confirmed(upstream, { firstName: tokenOf('N', state) });
  await done(
    person.client.patch('/profile/edit', {
      skills: ['Go'],
      headline: tokenOf('D', state),
      about: tokenOf('D', state),
      photoUrl: `https://pictures.test/${tokenOf('F', state)}.png`,
      isPublic: true,
    }),
  );
  return person;
}

const projectOf = (person: SignedUp, state: State) =>
  withProject(person, tokenOf('P', state), { projectImage: `https://pictures.test/${tokenOf('I', state)}.png` });

async function gatherTrio(
  upstream: StartedUpstream,
  state: State,
  { viewer, third }: Pick<Cast, 'viewer' | 'third'>,
): Promise<Trio> {
  const friend = await projectOf(await newPerson(upstream, state), state);
  await joinProject(friend, viewer, viewer.project);
  await joinProject(viewer, friend, friend.project);
  await joinProject(friend, third, third.project);
  await done(friend.client.post(`/project/${third.project}/update`, { text: tokenOf('T', state) }));
  const socket = await upstream.connect(friend);
  const message = await sendMessage(socket, { targetUserId: viewer.id, text: tokenOf('M', state) });
  socket.close();

  const stranger = await projectOf(await newPerson(upstream, state), state);
  const interest = await askToJoin(stranger, viewer.project, { note: tokenOf('O', state) });
  const { _id: request } = (await done(stranger.client.post(`/request/interested/${viewer.id}`))).data;
  await askToJoin(viewer, stranger.project);

  const sought = await newPerson(upstream, state);
  const { _id: asked } = (await done(viewer.client.post(`/request/interested/${sought.id}`))).data;
  const loner = await projectOf(await newPerson(upstream, state), state);
  const cases = [
    await caseOf(upstream, third, { kind: 'person', id: friend.id }),
    await caseOf(upstream, third, { kind: 'project', id: friend.project }),
  ];
  return {
    friend: { ...friend, message },
    stranger: { ...stranger, request, interest },
    sought: { ...sought, request: asked },
    loner,
    ...(await storePictures(upstream, friend.id, message, state)),
    cases,
  };
}

async function caseOf({ db }: StartedUpstream, { client }: SignedUp, reported: { kind: string; id: string }) {
  await done(client.post('/report', { ...reported, reason: 'spam' }));
  const found = db.selectFrom('cases').select('id').where('subject', '=', reported.id);
  return (await found.executeTakeFirstOrThrow()).id;
}

/** Stored pictures of the friend, without the work of encoding them: one of their own, and one in their message. */
async function storePictures({ db }: StartedUpstream, ownerId: string, messageId: string, state: State) {
  const number = String(states.indexOf(state));
  const [picture, chatPicture] = [number.padStart(24, '0'), number.padStart(24, 'c')];
  const size = { width: 1, height: 1, created_at: 0 };
  const file = { file: 'card.webp', bytes: Buffer.from(tokenOf('B', state)) };
  const owner = { media_id: picture, user_id: ownerId, created_at: 0, used_at: 0 };
  await db
    .insertInto('media')
    .values({ id: picture, ...size })
    .execute();
  await db
    .insertInto('media_files')
    .values({ media_id: picture, ...file })
    .execute();
  await db.insertInto('media_owners').values(owner).execute();
  const inMessage = { id: chatPicture, owner_id: ownerId, message_id: messageId, ...size };
  await db.insertInto('chat_pictures').values(inMessage).execute();
  await db
    .insertInto('chat_picture_files')
    .values({ picture_id: chatPicture, ...file })
    .execute();
  await db.updateTable('messages').set({ picture_count: 1 }).where('id', '=', messageId).execute();
  return { picture, chatPicture };
}

function peopleOf({ friend, stranger, sought, loner }: Trio): SignedUp[] {
  return [friend, stranger, sought, loner];
}

const enter: Readonly<Record<State, (upstream: StartedUpstream, cast: Cast, trio: Trio) => Promise<void>>> = {
  plain: async () => {},
  muted: async (_, { viewer }, trio) => {
    for (const { id } of peopleOf(trio)) await done(viewer.client.post(`/user/mute/${id}`));
  },
  private: async (_, __, trio) => {
    const privacy = { discoverable: false, presence: false, receipts: false, typing: false, whoMayAsk: 'nobody' };
    for (const { client } of peopleOf(trio)) {
      await done(client.patch('/profile/preferences', { privacy }));
      await done(client.patch('/profile/edit', { isPublic: false }));
    }
    for (const { client, project } of [trio.friend, trio.stranger, trio.loner])
      await done(client.patch(`/project/edit/${project}`, { isPublic: false }));
  },
  hidden: ({ db }, _, trio) =>
    transact(db, async (trx) => {
      const by = { reason: 'rude', now: 1 };
      for (const { id } of peopleOf(trio)) {
        await subjects.person.hide?.(trx, id, by);
        await hideName(trx, id, by);
      }
      for (const { project } of [trio.friend, trio.stranger, trio.loner])
        await subjects.project.hide?.(trx, project, by);
      await subjects.message.hide?.(trx, trio.friend.message, by);
    }),
  blocked: async (_, { viewer }, trio) => {
    for (const { id } of peopleOf(trio)) await done(viewer.client.post(`/user/block/${id}`));
  },
  blocking: async (_, { viewer }, trio) => {
    for (const { client } of peopleOf(trio)) await done(client.post(`/user/block/${viewer.id}`));
  },
  suspended: ({ db }, _, trio) =>
    transact(db, async (trx) => {
      for (const { id } of peopleOf(trio)) await suspendPerson(trx, id, { until: null, reason: 'rude', by: '' }, 1);
    }),
  leaving: async (_upstream, _, trio) => {
    for (const { client, password } of peopleOf(trio)) await done(client.delete('/profile', { password }));
  },
  erased: ({ db, engine }, _, trio) =>
    transact(db, async (trx) => {
      for (const { id } of peopleOf(trio)) await eraseAccount(trx, { engine }, { userId: id, now: 1 });
    }),
};
