import { acceptMember, askToJoin, newProject } from './acts.ts';
import type { ChatClient } from './chat-client.ts';
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
  /** The socket of the person, the same each time. */
  device(person: SignedUp): Promise<ChatClient>;
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
  const id = await newProject(ada, { projectName: 'Glyph', ...fields });
  async function ask(person: SignedUp, role?: string): Promise<string> {
    later();
    return askToJoin(person, id, role ? { role } : {});
  }
  async function join(person: SignedUp, role?: string): Promise<void> {
    const interest = await ask(person, role);
    later();
    await acceptMember(ada, interest);
  }
  const devices = new Map<string, ChatClient>();
  async function device(person: SignedUp): Promise<ChatClient> {
    const made = devices.get(person.id) ?? (await upstream.connect(person));
    devices.set(person.id, made);
    return made;
  }
  return { ada, ben, cho, dan, id, ask, join, device };
}
