import { expect } from 'vitest';
import type { ChatClient } from './chat-client.ts';
import { picture } from './pictures.ts';
import type { SignedUp } from './start-upstream.ts';
import type { TestReply } from './test-client.ts';

// Steps with which many tests begin. Each fails where the upstream refuses it.

/** Connects the two: the first asks, and the other answers by asking, too. */
export async function befriend(one: SignedUp, other: SignedUp): Promise<void> {
  await one.client.post(`/request/interested/${other.id}`);
  expect((await other.client.post(`/request/interested/${one.id}`)).body.data?.status).toBe('accepted');
}

/** Makes a project and answers its id. */
export async function newProject({ client }: Pick<SignedUp, 'client'>, fields: object = {}): Promise<string> {
  const reply = await client.post('/create-project', { projectName: 'Kite', ...fields });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.project._id;
}

/** Asks to join a project, and answers the ask's id. */
export async function askToJoin({ client }: SignedUp, projectId: string, fields: object = {}): Promise<string> {
  const reply = await client.post(`/project/interest/${projectId}`, fields);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data._id;
}

/** Makes somebody a member of the owner's project. */
export async function joinProject(person: SignedUp, owner: SignedUp, projectId: string): Promise<void> {
  await acceptMember(owner, await askToJoin(person, projectId));
}

export async function acceptMember({ client }: SignedUp, interestId: string): Promise<void> {
  const reply = await client.post(`/project/interest/review/accepted/${interestId}`);
  expect(reply.status, reply.text).toBe(200);
}

/** Sends a message and answers its id. */
export async function sendMessage(socket: ChatClient, message: object): Promise<string> {
  const sent = await socket.ask('sendMessage', message);
  if (!sent.ok) throw new Error(sent.error.message);
  return sent.data._id;
}

export function changePassword(
  { client, password }: Pick<SignedUp, 'client' | 'password'>,
  newPassword: string,
): Promise<TestReply> {
  return client.patch('/profile/password', { currentPassword: password, newPassword, password: newPassword });
}

/** Uploads a picture, to a chat with `to`. Everybody who names the same colour has the same picture. */
export async function upload(
  { client }: Pick<SignedUp, 'client'>,
  { to = '/media', colour }: { to?: string; colour?: string } = {},
): Promise<TestReply> {
  const body = await picture('png', { ...(colour && { colour }) });
  return client.send('POST', to, undefined, { body, headers: { 'content-type': 'image/png' } });
}
