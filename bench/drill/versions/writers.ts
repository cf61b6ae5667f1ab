import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { MailServer } from '#tests/support/mail-server.ts';
import { picture } from '#tests/support/pictures.ts';
import { codeIn, wordsOf } from '#tests/support/read-mail.ts';
import { eventually } from '#tests/support/start-product.ts';
import { TestClient, type TestReply } from '#tests/support/test-client.ts';
import { Acknowledged } from './acknowledged.ts';

export interface Person {
  client: TestClient;
  id: string;
  emailId: string;
}

/** After so long without an answer a call has failed. */
const callMs = 8000;
/** A mail that takes longer is lost. */
const mailMs = 60_000;
const pauseMs = 150;
const password = 'Test#Passw0rd';
const screens = [
  'profile/view',
  'user/feed',
  'user/connections',
  'user/request/received',
  'user/request/sent',
  'projects',
  'myprojects',
  'chats',
  'notifications',
  'search/people?q=drill',
];

/**
 * People who go on writing while processes are replaced: messages, edits, projects, pictures, and newcomers who confirm
 * their address by mail, ask, and are accepted or rejected.
 */
export class Writers {
  readonly acknowledged = new Acknowledged();
  /** Calls that failed in a way that a user would see, one sentence each. */
  readonly failures: string[] = [];
  /** Calls that failed and worked when they were tried again, by their code. */
  readonly retried: Record<string, number> = {};
  /** Messages that one socket heard under two ids. The same id twice is what a retry may cause; tabs show it once. */
  readonly heardTwice: string[] = [];
  reads = 0;
  readonly #url: string;
  readonly #mail: MailServer;
  readonly #running: Promise<void>[] = [];
  readonly #sockets: Socket[] = [];
  #isStopping = false;

  constructor(url: string, mail: MailServer) {
    this.#url = url;
    this.#mail = mail;
  }

  /** Resolves when everybody writes. */
  async start(): Promise<void> {
    const [ann, bob] = await this.newPair();
    const maker = await this.newPerson();
    const decider = await this.newPerson();
    const sockets = [this.#connect(ann), this.#connect(bob)] as const;
    this.#repeat(() => this.#say(sockets[0], bob));
    this.#repeat(() => this.#say(sockets[1], ann));
    this.#repeat((round) => this.#edit(ann, round));
    this.#repeat((round) => this.#makeProject(maker, round));
    this.#repeat((round) => this.#welcome(decider, round));
    this.#repeat((round) => this.#read(ann, round));
  }

  /** Lets every write under way end. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#running);
    for (const socket of this.#sockets) socket.disconnect();
  }

  get connectedSockets(): number {
    return this.#sockets.filter(({ connected }) => connected).length;
  }

  /** A new account with a confirmed address. The service must be healthy. */
  async newPerson(): Promise<Person> {
    const person = await this.#signUp();
    if (person === undefined) throw new Error('nobody could sign up');
    await this.#confirm(person);
    return person;
  }

  /** Two people who are connected. */
  async newPair(): Promise<[Person, Person]> {
    const [one, other] = [await this.newPerson(), await this.newPerson()];
    await this.#must('a request', () => one.client.post(`/api/request/interested/${other.id}`));
    await this.#must('a request', () => other.client.post(`/api/request/interested/${one.id}`));
    return [one, other];
  }

  #repeat(work: (round: number) => Promise<void>): void {
    const go = async () => {
      for (let round = 1; !this.#isStopping; round += 1) {
        await work(round);
        await setTimeout(pauseMs);
      }
    };
    this.#running.push(go());
  }

  async #signUp(): Promise<Person | undefined> {
    const client = new TestClient(this.#url);
    const emailId = `${randomUUID()}@mail.test`;
    const body = { firstName: 'Drill', lastName: 'Person', emailId, password };
    const reply = await this.#once('a sign-up', () => client.post('/api/signup', body));
    if (reply === undefined) return undefined;
    this.acknowledged.signUps.add(emailId);
    return { client, emailId, id: reply.body.data.savedUser._id };
  }

  async #confirm({ client, emailId }: Person): Promise<void> {
    const mails = () => this.#mail.received.filter(({ to }) => to === emailId);
    await eventually(() => mails().length > 0, mailMs).catch(() => {
      throw new Error(`the mail to ${emailId} was lost`);
    });
    const code = codeIn(wordsOf(mails()[0]?.source ?? ''));
    await this.#must('a confirmation', () => client.post('/api/email/verify', { code }));
    this.acknowledged.confirmed.add(emailId);
  }

  async #edit({ client, emailId }: Person, round: number): Promise<void> {
    const about = `edit ${round}`;
    this.acknowledged.edits.begin(emailId, about);
    if (await this.#twice('an edit', () => client.patch('/api/profile/edit', { about })))
      this.acknowledged.edits.acknowledge(emailId, about);
  }

  /** Every third with a picture; each is described anew afterwards. */
  async #makeProject({ client }: Person, round: number): Promise<void> {
    const projectName = `project ${randomUUID()}`;
    let projectImage = '';
    if (round % 3 === 0) {
      const colour = `#${(round * 4099).toString(16).padStart(6, '0').slice(-6)}`;
      const body = await picture('png', { width: 200, height: 100, colour });
      const headers = { 'content-type': 'image/png' };
      const reply = await this.#once('an upload', () =>
        client.send('POST', '/api/media', undefined, { body, headers }),
      );
      if (reply !== undefined) {
        projectImage = reply.body.url;
        this.acknowledged.pictures.add(reply.body._id);
      }
    }
    const made = await this.#once('a project', () =>
      client.post('/api/create-project', { projectName, projectImage, isPublic: true }),
    );
    if (made === undefined) return;
    this.acknowledged.projects.add(projectName);
    const description = `described in round ${round}`;
    this.acknowledged.descriptions.begin(projectName, description);
    const { _id } = made.body.project;
    if (await this.#twice('a description', () => client.patch(`/api/project/edit/${_id}`, { description })))
      this.acknowledged.descriptions.acknowledge(projectName, description);
  }

  /** A newcomer asks, and is answered. */
  async #welcome({ client, id }: Person, round: number): Promise<void> {
    const newcomer = await this.#signUp();
    if (newcomer === undefined) return;
    await this.#confirm(newcomer);
    const asked = await this.#twice('a request', () => newcomer.client.post(`/api/request/interested/${id}`));
    if (asked === undefined) return;
    const status = round % 2 === 0 ? 'accepted' : 'rejected';
    const key = `${newcomer.id}>${id}`;
    this.acknowledged.decisions.begin(key, status);
    const requestId = asked.body.data._id;
    if (await this.#decide(client, `/api/request/review/${status}/${requestId}`))
      this.acknowledged.decisions.acknowledge(key, status);
  }

  /** The second try of a decision that was made already is refused with 409. */
  async #decide(client: TestClient, path: string): Promise<boolean> {
    const first = await this.#attempt(() => client.post(path));
    if (first?.status === 200) return true;
    const second = await this.#attempt(() => client.post(path));
    const isDone = second?.status === 200 || second?.status === 409;
    if (isDone) this.#count(codeOf(first));
    else this.failures.push(`a decision failed twice: ${codeOf(second)}`);
    return isDone;
  }

  /** The calls of one screen after the other. */
  async #read({ client }: Person, round: number): Promise<void> {
    const path = screens[round % screens.length];
    this.reads += 1;
    await this.#twice(`a read of ${path}`, () => client.get(`/api/${path}`));
  }

  /** Sends one message, again under the same clientId until it is acknowledged, as the client does. */
  async #say(socket: Socket, { id: targetUserId }: Person): Promise<void> {
    const clientId = randomUUID();
    while (!this.#isStopping) {
      if (!socket.connected) {
        await setTimeout(50);
        continue;
      }
      const answer = await socket
        .timeout(3000)
        .emitWithAck('sendMessage', { targetUserId, text: clientId, clientId })
        // The socket broke, or the acknowledgement did not come in time.
        .catch(() => undefined);
      if (answer?.ok) {
        this.acknowledged.messages.add(clientId);
        return;
      }
      if (answer !== undefined) this.#count(answer.error.code);
      await setTimeout(200);
    }
  }

  #connect({ client }: Person): Socket {
    const socket = io(this.#url, {
      path: '/api/socket.io',
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 500,
      reconnectionDelayMax: 3000,
      extraHeaders: { cookie: client.cookieHeader, origin: this.#url },
    });
    const heard = new Map<string, string>();
    socket.on('messageReceived', ({ text, _id }: { text: string; _id: string }) => {
      if ((heard.get(text) ?? _id) !== _id) this.heardTwice.push(text);
      heard.set(text, _id);
    });
    this.#sockets.push(socket);
    return socket;
  }

  /** A call of the preparations, which must work. */
  async #must(what: string, call: () => Promise<TestReply>): Promise<TestReply> {
    const reply = await this.#twice(what, call);
    if (reply === undefined) throw new Error(this.failures.at(-1));
    return reply;
  }

  /** A call that may not be repeated: while an instance is replaced it may fail, and then counts as not written. */
  async #once(what: string, call: () => Promise<TestReply>): Promise<TestReply | undefined> {
    const reply = await this.#attempt(call);
    if (reply?.status === 200) return reply;
    if (isPassing(reply)) this.#count(codeOf(reply));
    else this.failures.push(`${what}: ${codeOf(reply)}`);
    return undefined;
  }

  async #twice(what: string, call: () => Promise<TestReply>): Promise<TestReply | undefined> {
    const first = await this.#attempt(call);
    if (first?.status === 200) return first;
    await setTimeout(1000);
    const second = await this.#attempt(call);
    if (second?.status === 200 && isPassing(first)) {
      this.#count(codeOf(first));
      return second;
    }
    this.failures.push(`${what}: ${codeOf(first)}, then ${codeOf(second)}`);
    return undefined;
  }

  async #attempt(call: () => Promise<TestReply>): Promise<TestReply | undefined> {
    const timer = new AbortController();
    const late = setTimeout(callMs, undefined, { signal: timer.signal }).catch(() => undefined);
    const reply = await Promise.race([call().catch(() => undefined), late]);
    timer.abort();
    return reply;
  }

  #count(code: string): void {
    this.retried[code] = (this.retried[code] ?? 0) + 1;
  }
}

/** No answer, or one that says that the instance is away. */
function isPassing(reply: TestReply | undefined): boolean {
  return reply === undefined || reply.status >= 502;
}

function codeOf(reply: TestReply | undefined): string {
  return reply === undefined ? 'no answer' : `${reply.status} ${reply.body?.code ?? ''}`.trim();
}
