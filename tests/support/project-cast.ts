import { expect } from 'vitest';
import type { SignedUp, StartedUpstream } from './start-upstream.ts';

/** Ada, her project `id`, and three people who are not in it. */
export interface ProjectCast {
  ada: SignedUp;
  ben: SignedUp;
  cho: SignedUp;
  dan: SignedUp;
  id: string;
  /** Asks to join Ada's project, and answers the ask's id. */
  ask(person: SignedUp, role?: string): Promise<string>;
  /** Asks, and is accepted by Ada. */
  join(person: SignedUp, role?: string): Promise<void>;
}

/** `later` moves the clock: it is called before each ask and each answer, so that their order shows in their times. */
export async function signUpProjectCast(
  upstream: StartedUpstream,
  later: () => void,
  fields: object = {},
): Promise<ProjectCast> {
  const ada = await upstream.signUp({ firstName: 'Ada' });
  const ben = await upstream.signUp({ firstName: 'Ben' });
  const cho = await upstream.signUp({ firstName: 'Cho' });
  const dan = await upstream.signUp({ firstName: 'Dan' });
  const id: string = (await ada.client.post('/create-project', { projectName: 'Glyph', ...fields })).body.project._id;
  async function ask({ client }: SignedUp, role?: string): Promise<string> {
    later();
    return (await client.post(`/project/interest/${id}`, role ? { role } : {})).body.data._id;
  }
  async function join(person: SignedUp, role?: string): Promise<void> {
    const interest = await ask(person, role);
    later();
    const reply = await ada.client.post(`/project/interest/review/accepted/${interest}`);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  }
  return { ada, ben, cho, dan, id, ask, join };
}
