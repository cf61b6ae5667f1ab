// @module-tag once
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ClientToServerEvents, ServerToClientEvents } from '#shared/api/events.ts';
import type { ChatClient } from '#tests/support/chat-client.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { isOfOneself, operationsOf } from '#tests/support/operations.ts';
import { wordsOf } from '#tests/support/read-mail.ts';
import { type Cast, gatherCast, letters, type State, states, type Trio, tokenOf } from '#tests/support/seen-cast.ts';
import { type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import type { TestReply } from '#tests/support/test-client.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';

/** One call that the viewer makes: the path, perhaps with a body. */
type Ask = string | [path: string, body: unknown];

interface Rule {
  /** Called once for each state: the calls that concern that state's people. */
  asks: (trio: Trio, cast: Cast) => Ask[];
  /** By a visitor without a session, or by a moderator; otherwise by the viewer. */
  by?: 'visitor' | 'moderator';
  /** Which parts of a plain person the replies tell, see `letters`; `+` where a call is not refused. */
  shows: string;
  /** The parts of a person that the replies still tell once the person is gone for the viewer; undefined for none. */
  gone?: string;
  /** Where another state differs from what `expected` makes of that. */
  but?: Partial<Record<State, string>>;
}

/** A list, which answers whoever asks; nobody who is gone for the viewer is in it. */
function list(...paths: string[]): Pick<Rule, 'asks' | 'gone'> {
  return { asks: () => paths, gone: '+' };
}

/** States in which the account is gone for the viewer. */
const gone: readonly State[] = ['blocked', 'blocking', 'suspended', 'leaving', 'erased'];
/** The parts of a `hidden` person that a moderator has hidden: name, details, projects and the message. */
const hiddenParts = 'NDPIM';

function expected({ shows, but, gone: ofGone = '' }: Pick<Rule, 'shows' | 'but' | 'gone'>, state: State): string {
  const other = but?.[state];
  if (other !== undefined) return other;
  if (gone.includes(state)) return ofGone;
  return state === 'hidden' ? [...shows].filter((part) => !hiddenParts.includes(part)).join('') : shows;
}

/**
 * For every call of the description, what it tells the viewer of people in each state. A call without a rule fails the
 * first test, unless it is of oneself. `own`: calls that tell of nobody else, or with which moderators change what their reads below show.
 */
const rules: Readonly<Record<string, Rule | 'own'>> = {
  // One's own projects: of members and rooms see project-members, project-invites and rooms.test.ts.
  'GET /myprojects': 'own',
  'PATCH /project/edit/{projectId}': 'own',
  'DELETE /project/{projectId}': 'own',
  'POST /project/{projectId}/restore': 'own',
  'PATCH /project/{projectId}/member/{userId}': 'own',
  'DELETE /project/{projectId}/member/{userId}': 'own',
  'POST /project/{projectId}/owner': 'own',
  'DELETE /project/{projectId}/owner': 'own',
  'POST /project/{projectId}/owner/accept': 'own',
  'POST /project/{projectId}/invite': 'own',
  'GET /project/{projectId}/invite': 'own',
  'DELETE /project/{projectId}/invite/{inviteId}': 'own',
  'POST /invite/look': 'own',
  'POST /invite/accept': 'own',
  'POST /project/{projectId}/update': 'own',
  'DELETE /project/{projectId}/update/{updateId}': 'own',
  'PUT /project/{projectId}/follow': 'own',
  'DELETE /project/{projectId}/follow': 'own',
  'GET /room/{projectId}': 'own',
  'PUT /room/{projectId}/pin/{messageId}': 'own',
  'DELETE /room/{projectId}/pin/{messageId}': 'own',
  'PUT /room/{projectId}/mute': 'own',
  'DELETE /room/{projectId}/mute': 'own',
  'DELETE /room/{projectId}/unseen': 'own',
  'POST /moderation/cases/{id}/actions': 'own',

  // Own messages and those to the person, whatever has become of their authors, less what a moderator has hidden. P, here and below:
  // the project of a suspended or erased creator, which passes to its longest member, the viewer.
  'GET /profile/export': {
    ...list('/profile/export'),
    shows: 'M+',
    but: { hidden: '+', blocked: 'M+', blocking: 'M+', suspended: 'MP+', leaving: 'M+', erased: 'MP+' },
  },
  // A picture's address is made from its content, and everybody who knows it may see it.
  'GET /media/{id}/{file}': {
    asks: ({ picture }) => [`/media/${picture}/card.webp`],
    by: 'visitor',
    shows: 'B+',
    but: { blocked: 'B+', blocking: 'B+', suspended: 'B+', leaving: 'B+' },
  },
  // The sitemap is made of it.
  'GET /public/pages': {
    asks: () => ['profile', 'project'].map((kind) => `/public/pages?kind=${kind}&limit=100`),
    by: 'visitor',
    gone: '+',
    shows: 'UV+',
    but: { blocked: 'UV+', blocking: 'UV+', private: '+', hidden: 'U+' },
  },
  // Nothing hides from moderators but an erasure.
  'GET /moderation/cases': {
    ...list('/moderation/cases?limit=50'),
    by: 'moderator',
    shows: 'NF+',
    but: { ...only('NF+'), erased: '+' },
  },
  'GET /moderation/cases/{id}': {
    asks: ({ cases }) => cases.map((id) => `/moderation/cases/${id}`),
    by: 'moderator',
    shows: 'NDFPI+',
    but: { ...only('NDFPI+'), erased: '' },
  },
  // For everybody, without a session: a block cannot hide from a stranger what these show.
  'GET /public/project/{projectId}': {
    asks: ({ friend }) => [`/public/project/${friend.project}`],
    by: 'visitor',
    shows: 'NFPI+',
    but: { blocked: 'NFPI+', blocking: 'NFPI+', private: '', hidden: '' },
  },
  'GET /public/profile/{userId}': {
    asks: ({ friend }) => [`/public/profile/${friend.id}`],
    by: 'visitor',
    shows: 'NDFPI+',
    but: { blocked: 'NDFPI+', blocking: 'NDFPI+', private: '' },
  },
  'GET /profile/{userId}': {
    asks: ({ friend, stranger, sought, loner }) => [friend, stranger, sought, loner].map(({ id }) => `/profile/${id}`),
    shows: 'NDF+',
  },
  'GET /user/feed': {
    asks: () =>
      ['', '&order=match', '&skill=Go', '&order=newest&skill=Go'].map((query) => `/user/feed?limit=50${query}`),
    gone: '+',
    shows: 'NDF+',
    but: { muted: '+', private: '+', hidden: 'F+' },
  },
  'GET /search/people': {
    asks: () => ['/search/people?q=Tester&limit=50', '/search/people?skill=Go&limit=50'],
    gone: '+',
    shows: 'NDF+',
    // Connections find each other all the same; those who hide from search are found by nobody else.
    but: { muted: '+', hidden: '+' },
  },
  'GET /search/projects': {
    asks: () => states.map((state) => `/search/projects?q=${tokenOf('P', state)}&limit=50`),
    gone: '+',
    shows: 'NDFPI+',
    but: { muted: '+', hidden: '+', suspended: '+P', erased: '+P' },
  },
  'GET /projects': {
    ...list('/projects?limit=50'),
    shows: 'NDFPI+',
    // The people are members of the projects of others.
    but: { muted: 'NDF+', hidden: 'F+', suspended: '+P', erased: '+P' },
  },
  'GET /myprojects/{userId}': {
    asks: ({ friend, stranger }) => [friend, stranger].map(({ id }) => `/myprojects/${id}`),
    gone: '+',
    shows: 'NDFPI+',
    but: { hidden: '+' },
  },
  'GET /projects/interested&accepted': {
    ...list('/projects/interested&accepted?limit=50'),
    shows: 'NDFPI+',
    but: { hidden: '+' },
  },
  // The people have joined the two projects that are still there, or ask.
  'GET /project/{projectId}/activity': {
    asks: ({ friend, stranger }, { viewer, third }) =>
      [friend, stranger, viewer, third].map(({ project }) => `/project/${project}/activity`),
    gone: '+',
    shows: 'NDF+',
  },
  // The friends have written updates on this project, and the viewer follows it.
  'GET /project/{projectId}/update': {
    asks: (_, { third }) => [`/project/${third.project}/update?limit=50`],
    gone: '+',
    shows: 'NDFT+',
  },
  'GET /user/updates': {
    ...list('/user/updates?limit=50'),
    shows: 'NDFT+',
    but: { muted: '+' },
  },
  'GET /project/view/{projectId}': {
    asks: ({ friend, stranger }, { viewer, third }) =>
      [friend, stranger, viewer, third].map(({ project }) => `/project/view/${project}`),
    gone: '+',
    shows: 'NDFPI+',
    // The people are members of the two projects that are still there.
    but: { suspended: '+P', erased: '+P' },
  },
  'GET /project/interest/{projectId}': {
    asks: (_, { viewer }) =>
      ['interested', 'accepted', 'rejected'].map(
        (status) => `/project/interest/${viewer.project}?status=${status}&limit=50`,
      ),
    gone: '+',
    shows: 'NDFO+',
  },
  'GET /user/request/received': {
    ...list('/user/request/received?limit=50'),
    shows: 'NDF+',
  },
  'GET /user/request/sent': {
    ...list('/user/request/sent?limit=50'),
    shows: 'NDF+',
  },
  'GET /user/connections': {
    ...list('/user/connections?limit=50'),
    shows: 'NDF+',
  },
  'GET /user/muted': { ...list('/user/muted?limit=50'), shows: '+', but: { ...only('+'), muted: 'NDF+' } },
  // The name, to know whom one unblocks: the profile is gone.
  'GET /user/blocked': { ...list('/user/blocked?limit=50'), shows: '+', but: { ...only('+'), blocked: 'NF+' } },
  'GET /reports': { ...list('/reports?limit=50'), shows: '+', but: only('+') },
  'GET /notifications': {
    ...list('/notifications?limit=50'),
    shows: 'NDFP+',
    but: { hidden: 'F+', suspended: '+P', erased: '+P' },
  },
  'GET /chats': {
    ...list('/chats?limit=50'),
    // With the rooms of projects. One that was passed on stays.
    shows: 'NDFMPI+',
    but: { hidden: 'F+', blocked: 'NFM+', blocking: 'M+', suspended: 'MP+', leaving: 'M+', erased: 'MP+' },
  },
  'GET /chat/{userId}': {
    asks: ({ friend, stranger }) => [
      `/chat/${friend.id}`,
      `/chat/${friend.id}?before=${friend.message}`,
      `/chat/${stranger.id}`,
    ],
    shows: 'NDFM+',
    but: { blocked: 'NFM+', blocking: 'M+', suspended: 'M+', leaving: 'M+', erased: 'M+' },
  },
  // As in the chat; what a moderator has hidden is not found.
  'GET /search/messages': {
    asks: () => states.map((state) => `/search/messages?q=${tokenOf('M', state)}&limit=50`),
    shows: 'NDFM+',
    but: { hidden: '+', blocked: 'NFM+', blocking: 'M+', suspended: 'M+', leaving: 'M+', erased: 'M+' },
  },
  // A picture is read for as long as the two may write to each other.
  'GET /chat/picture/{id}/{file}': {
    asks: ({ chatPicture }) => [`/chat/picture/${chatPicture}/card.webp`],
    shows: 'B+',
    but: { hidden: '' },
  },

  // Changes come last, each at people whom the one before has left as they were.
  'POST /notifications/read': { asks: () => [['/notifications/read', { all: true }]], shows: '+', but: only('+') },
  // The viewer can report a message that they received, whatever the state of its author.
  'POST /report': {
    asks: ({ loner, friend }) => [
      ['/report', { kind: 'person', id: loner.id, reason: 'spam' }],
      ['/report', { kind: 'message', id: friend.message, reason: 'spam' }],
    ],
    shows: '+',
    but: only('+'),
  },
  'PATCH /message/{messageId}': {
    asks: ({ friend }) => [[`/message/${friend.message}`, { text: 'other words' }]],
    shows: '',
  },
  'PUT /message/{messageId}/reaction/{emoji}': {
    asks: ({ friend }) => [`/message/${friend.message}/reaction/%F0%9F%91%8D`],
    shows: '+',
    but: { hidden: '' },
  },
  // The note with it can be taken back.
  'DELETE /message/{messageId}/reaction/{emoji}': {
    asks: ({ friend }) => [`/message/${friend.message}/reaction/%F0%9F%91%8D`],
    shows: '+',
    but: only('+'),
  },
  'DELETE /message/{messageId}': { asks: ({ friend }) => [`/message/${friend.message}`], shows: '' },
  'POST /request/{status}/{userId}': {
    asks: ({ loner }) => [`/request/interested/${loner.id}`],
    shows: '+',
    but: { private: '' },
  },
  'POST /request/review/{status}/{requestId}': {
    asks: ({ stranger }) => [`/request/review/rejected/${stranger.request}`],
    shows: '+',
  },
  // One's own words can be taken back at all times.
  'DELETE /request/{requestId}': {
    asks: ({ sought }) => [`/request/${sought.request}`],
    shows: '+',
    but: { suspended: '+', leaving: '+' },
  },
  'POST /project/interest/review/{status}/{interestId}': {
    asks: ({ stranger }) => [`/project/interest/review/rejected/${stranger.interest}`],
    shows: 'NDFO+',
  },
  'POST /project/interest/{projectId}': {
    asks: ({ loner }) => [[`/project/interest/${loner.project}`, {}]],
    shows: '+',
    but: { private: '', hidden: '' },
  },
  'DELETE /project/interest/{projectId}': {
    asks: ({ stranger }) => [`/project/interest/${stranger.project}`],
    shows: '+',
    but: { suspended: '+', leaving: '+' },
  },
  // Says the same of every address.
  'POST /password/forgot': {
    asks: ({ friend }) => [['/password/forgot', { emailId: friend.emailId }]],
    by: 'visitor',
    shows: '+',
    but: only('+'),
  },
  'POST /user/mute/{userId}': { asks: ({ sought }) => [`/user/mute/${sought.id}`], shows: '+' },
  'DELETE /user/mute/{userId}': { asks: ({ sought }) => [`/user/mute/${sought.id}`], shows: '+' },
  'DELETE /user/connections/{userId}': {
    asks: ({ friend }) => [`/user/connections/${friend.id}`],
    shows: '+',
    // An empty place in the list, which can be removed.
    but: { suspended: '+', leaving: '+' },
  },
  'DELETE /user/block/{userId}': { asks: ({ loner }) => [`/user/block/${loner.id}`], shows: '', but: { blocked: '+' } },
  'POST /user/block/{userId}': {
    asks: ({ sought }) => [`/user/block/${sought.id}`],
    shows: '+',
    but: { blocked: '+' },
  },
};

function only(shown: string): Partial<Record<State, string>> {
  return Object.fromEntries(states.map((state) => [state, shown]));
}

/** The viewer's answer for an event sent to the friend of each state: `+`, or nothing where it is refused. */
const sent: Readonly<
  Record<keyof ClientToServerEvents, Pick<Rule, 'shows' | 'but'> & { payload: (trio: Trio) => unknown }>
> = {
  joinChat: { payload: ({ friend }) => ({ targetUserId: friend.id }), shows: '+' },
  typing: { payload: ({ friend }) => ({ targetUserId: friend.id, typing: true }), shows: '+' },
  messagesRead: {
    payload: ({ friend }) => ({ targetUserId: friend.id, messageId: friend.message }),
    shows: '+',
    // Their messages stay in the count of unread ones until they are read.
    but: { suspended: '+', leaving: '+' },
  },
  sendMessage: { payload: ({ friend }) => ({ targetUserId: friend.id, text: 'hello' }), shows: '+' },
  // U: the reply names the person as online.
  presence: {
    payload: ({ friend }) => ({ userIds: [friend.id] }),
    shows: 'U+',
    but: { ...only('+'), ...shownOnline() },
  },
};

function shownOnline(): Partial<Record<State, string>> {
  return { plain: 'U+', muted: 'U+', hidden: 'U+' };
}

/** The events that the viewer gets when the people of each state write, type, read, come and ask. U: an event names the person. */
const heard: Readonly<Record<keyof ServerToClientEvents, Pick<Rule, 'shows' | 'but'> | 'own'>> = {
  messageReceived: { shows: 'NFMU', but: { hidden: 'FMU' } },
  messageChanged: { shows: 'MU', but: { hidden: 'MU' } },
  typing: { shows: 'U', but: { private: '' } },
  messagesRead: { shows: 'U', but: { private: '' } },
  presence: { shows: 'U', but: { private: '' } },
  notification: { shows: 'NDFU', but: { hidden: 'FU' } },
  notificationsRead: 'own',
  blockChanged: 'own',
  missed: 'own',
  sessionEnded: 'own',
};

function partsIn(text: string, state: State): string {
  return Object.values(letters)
    .filter((letter) => text.includes(tokenOf(letter, state)))
    .join('');
}

/** U: a person of the state by their id. V: their project by its id. */
function idsIn(text: string, { friend, stranger, sought, loner }: Trio): string {
  const isIn = (ids: string[]) => ids.some((id) => text.includes(id));
  return [
    isIn([friend, stranger, sought, loner].map(({ id }) => id)) && 'U',
    isIn([friend, stranger, loner].map(({ project }) => project)) && 'V',
  ]
    .filter(Boolean)
    .join('');
}

const sorted = (parts: string) => [...new Set(parts)].sort().join('');

await describeOnEachDatabase('people in each state', (engine) => {
  let upstream: StartedUpstream;
  let cast: Cast;
  let mailServer: MailServer;
  /** The clock keeps the real time that has passed, so that the limits of chat go on counting. */
  let later = 0;
  beforeAll(async () => {
    mailServer = await startMailServer();
    upstream = await startUpstream({
      engine,
      env: { LEAVING_DAYS: '14', PUBLIC_URL: 'https://dotcode.test', MAIL_URL: mailServer.url },
      mail: { times: { pollMs: 100, leaseMs: 60_000 } },
      turns: { pollMs: 100, leaseMs: 60_000, everyMs: { notices: 0 } },
      now: () => Date.now() + later,
      chat: { offlineAfterMs: 0 },
    });
    cast = await gatherCast(upstream);
  });
  afterAll(async () => {
    await upstream.close();
    await mailServer.close();
  });

  it('have a rule for every call of the description', async () => {
    const operations = await operationsOf(upstream.client());
    const names = operations.map(({ name }) => name);
    for (const name of Object.keys(rules)) expect(names).toContain(name);
    for (const one of operations) expect(isOfOneself(one) || Object.hasOwn(rules, one.name), one.name).toBe(true);
  });

  const isRead = (operation: string) => operation.startsWith('GET ');

  async function walk(operations: [string, Rule | 'own'][]): Promise<void> {
    const told: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    for (const [operation, rule] of operations) {
      if (rule === 'own') continue;
      const client = rule.by === 'visitor' ? upstream.client() : cast[rule.by ?? 'viewer'].client;
      // Lists are the same call for every state.
      const replies = new Map<string, Promise<TestReply>>();
      for (const state of states) {
        let parts = '';
        for (const ask of rule.asks(cast.trios[state], cast)) {
          const [path, body] = typeof ask === 'string' ? [ask, undefined] : ask;
          const key = JSON.stringify(ask);
          const asked = replies.get(key) ?? client.send(operation.split(' ')[0] ?? '', path, body);
          replies.set(key, asked);
          const { status, text } = await asked;
          expect(status, `${operation}: ${text}`).toBeLessThan(500);
          parts += (status < 400 ? '+' : '') + partsIn(text, state);
          // Elsewhere an id stands beside a part that is checked, or beside nothing for somebody who is gone.
          if (/[UV]/.test(rule.shows)) parts += idsIn(text, cast.trios[state]);
        }
        told[`${operation}, ${state}`] = sorted(parts);
        wanted[`${operation}, ${state}`] = sorted(expected(rule, state));
      }
    }
    expect(told).toEqual(wanted);
  }

  it('show in mails about them exactly what they may show', async () => {
    const about = /^Subject: (?!Confirm|New login|Your account)/m;
    const mailsTo = (emails: string[]) =>
      mailServer.received
        .filter(({ to, source }) => emails.includes(to) && about.test(source))
        .map(({ source }) => `${/^Subject: .*(?:\r?\n .*)*/m.exec(source)?.[0]}\n${wordsOf(source)}`)
        .join('\n');
    // The project of somebody who is gone for good passes to its longest member, the viewer.
    const passed = { suspended: 'P', erased: 'P' };
    // A mail about asks names the last asker, and how many others there are.
    await cast.third.client.post(`/project/interest/${cast.viewer.project}`, {});
    // Mails about messages are due last, after fifteen minutes. No other mail is sent before five minutes.
    later = 20 * 60_000;
    const { db } = upstream;
    const due = db
      .selectFrom('notifications')
      .select('id')
      .where('mail_at', '<=', Date.now() + later);
    const waiting = db.selectFrom('jobs').select('key').where('kind', '=', 'mail');
    await expect.poll(async () => [await due.execute(), await waiting.execute()]).toEqual([[], []]);
    const told: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    for (const state of states) {
      const people = Object.values(cast.trios[state]).flatMap((one) =>
        typeof one === 'string' || Array.isArray(one) ? [] : [one.emailId],
      );
      told[state] = sorted(partsIn(mailsTo([cast.viewer.emailId]), state));
      wanted[state] = sorted(expected({ shows: 'NP', but: { muted: '', ...passed } }, state));
      told[`${state}, of the viewer`] = String(mailsTo(people).includes('Vera'));
      wanted[`${state}, of the viewer`] = String(!gone.includes(state));
    }
    expect(told).toEqual(wanted);
    const { project } = (await cast.viewer.client.get(`/project/view/${cast.viewer.project}`)).body;
    const counts = [...mailsTo([cast.viewer.emailId]).matchAll(/(\d+)\s+people\s+wait/g)].map(([, n]) => Number(n));
    expect(new Set(counts), 'askers who are gone are not counted').toEqual(new Set([project.askers]));
  });

  it('show in every read exactly what they may show', () =>
    walk(Object.entries(rules).filter(([operation]) => isRead(operation))));

  it('show in every event exactly what they may show', async () => {
    const veras = await upstream.connect(cast.viewer);
    const watching = { userIds: states.map((state) => cast.trios[state].friend.id) };
    await veras.ask('presence', watching);
    veras.heard.splice(0);
    const here: [State, ChatClient][] = [];
    for (const state of states) {
      const { friend } = cast.trios[state];
      const socket = await upstream.connect(friend).catch(() => undefined);
      expect(socket !== undefined, state).toBe(!['suspended', 'leaving', 'erased'].includes(state));
      if (socket) here.push([state, socket]);
    }
    const told: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    for (const [name, { payload, ...rule }] of Object.entries(sent))
      for (const state of states) {
        const answer = await veras.ask(name as keyof ClientToServerEvents, payload(cast.trios[state]));
        const isNamed = JSON.stringify(answer).includes(cast.trios[state].friend.id);
        told[`${name}, ${state}`] = sorted(`${answer.ok ? '+' : ''}${isNamed ? 'U' : ''}`);
        wanted[`${name}, ${state}`] = sorted(expected(rule, state));
      }

    await veras.ask('presence', watching);
    const [own] = await upstream.db
      .selectFrom('messages')
      .select('id')
      .where('sender_id', '=', cast.viewer.id)
      .execute();
    for (const [state, socket] of here) {
      const target = { targetUserId: cast.viewer.id };
      const { id } = cast.trios[state].friend;
      const isTypingHeard = () => veras.all('typing').some(({ userId }) => userId === id);
      // It is dropped while the socket of its receiver is busy.
      await expect
        .poll(async () => {
          await socket.ask('typing', { ...target, typing: true });
          return isTypingHeard();
        })
        .toBe(expected(heard.typing as Rule, state) !== '');
      const { messages } = (await cast.trios[state].friend.client.get(`/chat/${cast.viewer.id}`)).body.chat;
      await socket.ask('messagesRead', { ...target, messageId: messages.at(-1)?._id ?? own?.id });
      const said = await socket.ask('sendMessage', { ...target, text: tokenOf('M', state) });
      if (said.ok)
        await cast.trios[state].friend.client.patch(`/message/${said.data._id}`, { text: `${tokenOf('M', state)}!` });
      await cast.trios[state].loner.client.post(`/project/interest/${cast.viewer.project}`, {});
    }
    for (const [name, rule] of Object.entries(heard)) {
      if (rule === 'own') continue;
      for (const state of states) {
        const ids = Object.values(cast.trios[state]).flatMap((one) =>
          typeof one === 'string' || Array.isArray(one) ? [] : [one.id],
        );
        const isOf = (text: string) => ids.some((id) => text.includes(id));
        const shown = expected(rule, state);
        const event = name as keyof ServerToClientEvents;
        const ofState = (payload: unknown) => {
          const text = JSON.stringify(payload ?? '');
          // These events tell the viewer's other pages of her own reading and writing.
          const isOwn =
            text.includes(`"userId":"${cast.viewer.id}"`) || text.includes(`"senderId":"${cast.viewer.id}"`);
          return isOwn ? '' : partsIn(text, state) + (isOf(text) ? 'U' : '');
        };
        // Events may be under way; those that must come are waited for.
        if (shown !== '') await veras.next(event, (payload) => ofState(payload) !== '');
        told[`heard ${name}, ${state}`] = sorted(veras.all(event).map(ofState).join(''));
        wanted[`heard ${name}, ${state}`] = sorted(shown);
      }
    }
    expect(told).toEqual(wanted);
  });

  it('show in the reply to every change exactly what they may show', () =>
    walk(Object.entries(rules).filter(([operation]) => !isRead(operation))));
});
