import { clientFaults } from './client-faults.ts';

/** One change of the code that breaks a named behaviour. */
export interface Mutation {
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly search: string;
  readonly replace: string;
  readonly behaviour: string;
  /** The narrowest tests of `npm test` that must turn red. */
  readonly test: readonly string[];
}

const gateway: readonly Mutation[] = [
  {
    file: 'server/request/session-cookie.ts',
    search: 'visible.test(value)',
    replace: "value !== ''",
    behaviour: 'a session that could be read in several ways is none',
    test: ['server/request', 'tests/gateway/one-reading.test.ts'],
  },
  {
    file: 'server/limits/keys.ts',
    search: '? sessionHash : undefined',
    replace: '? session : undefined',
    behaviour: 'keys in Redis show no session',
    test: ['server/limits/keys.test.ts'],
  },
  {
    file: 'server/request/call-path.ts',
    search: '    .toLowerCase()\n',
    replace: '',
    behaviour: 'the spelling of a path changes no budget',
    test: ['server/request', 'tests/gateway/attacks-on-budgets.test.ts'],
  },
  {
    file: 'server/proxy/circuit.ts',
    search: 'Math.min(longestPauseMs, this.#pause === 0 ? pauseMs : this.#pause * 2)',
    replace: 'this.#pause === 0 ? pauseMs : this.#pause * 2',
    behaviour: 'the pause of an open circuit has a longest length',
    test: ['server/proxy/circuit.test.ts'],
  },
  {
    file: 'server/proxy/circuit.ts',
    search: 'if (this.#probe === probe) this.#probeAt = this.#now();',
    replace: '',
    behaviour: 'a probe without an outcome is given back',
    test: ['server/proxy/circuit.test.ts'],
  },
  {
    file: 'server/proxy/reply-headers.ts',
    search: "  'x-powered-by',\n",
    replace: '',
    behaviour: 'headers that describe the upstream do not leave',
    test: ['server/proxy/reply-headers.test.ts', 'tests/gateway/headers.test.ts'],
  },
  {
    file: 'server/proxy/reply-headers.ts',
    search: '!isCacheable(facts.method, cacheControl)',
    replace: 'true',
    behaviour: 'no cookie leaves on an answer that a cache may keep',
    test: ['server/proxy/reply-headers.test.ts', 'tests/gateway/cookies.test.ts'],
  },
  {
    file: 'server/proxy/reply-headers.ts',
    search: "cacheControl ?? 'no-store'",
    replace: "cacheControl ?? 'no-cache'",
    behaviour: 'a reply that says nothing of caches is kept by none',
    test: ['server/proxy/reply-headers.test.ts', 'tests/gateway/headers.test.ts'],
  },
  {
    file: 'server/proxy/password-filter.ts',
    search: 'succeeded && secretName.test(name)',
    replace: 'false',
    behaviour: 'no password leaves in a reply',
    test: ['tests/gateway/password-filter.test.ts'],
  },
  {
    file: 'server/proxy/location.ts',
    search: 'return below(location) ?? location;',
    replace: 'return location;',
    behaviour: 'a redirect of the upstream stays below /api',
    test: ['tests/gateway/headers.test.ts', 'server/proxy'],
  },
  {
    file: 'server/site/conditional.ts',
    search: 'if (ifRange !== undefined && ifRange',
    replace: 'if (ifRange === undefined && ifRange',
    behaviour: 'a range of another version of a file is answered with the whole file',
    test: ['server/site/conditional.test.ts'],
  },
];

const upstream: readonly Mutation[] = [
  {
    file: 'upstream/features/requests/decide.ts',
    search: "row.status === 'interested' && mayTell(limit, now)",
    replace: 'mayTell(limit, now)',
    behaviour: 'nobody is told of a request that they have rejected',
    test: ['upstream/features/requests/decisions.test.ts'],
  },
  {
    file: 'upstream/features/requests/request-store.ts',
    search: ".where(isHere('requests.from_id')).where(isHere('requests.to_id'))",
    replace: '',
    behaviour: 'nobody talks with somebody who is suspended or leaving',
    test: ['tests/upstream/who-may-see.test.ts'],
  },
  {
    file: 'upstream/features/requests/decide.ts',
    search: "if (seen === 'connected' || seen === 'asked')",
    replace: "if (seen === 'connected')",
    behaviour: 'who has asked cannot ask again',
    test: ['upstream/features/requests', 'tests/upstream/requests.test.ts'],
  },
  {
    file: 'upstream/features/requests/request-store.ts',
    search: "    .where('status', '=', 'interested')\n",
    replace: '',
    behaviour: 'the first review of a request wins',
    test: ['tests/upstream/requests.test.ts', 'tests/upstream/concurrency.test.ts'],
  },
  {
    file: 'upstream/features/requests/request-store.ts',
    search: '  await removeNoticesBetween(trx, a, b);\n',
    replace: '',
    behaviour: 'the end of a connection removes its notifications',
    test: ['tests/upstream/notifications.test.ts', 'tests/upstream/requests.test.ts'],
  },
  {
    file: 'upstream/features/auth/session-store.ts',
    search: 'token_hash: tokenHash(session.token)',
    replace: 'token_hash: session.token',
    behaviour: 'a session is stored as a hash of its token, by which it is found',
    test: ['tests/upstream/auth.test.ts'],
  },
  {
    file: 'upstream/features/auth/password-guess.ts',
    search: 'if (isMadeOf(password, namesOf(owner)))',
    replace: 'if (false)',
    behaviour: 'a password made of the own name is refused',
    test: ['upstream/features/auth/password-guess.test.ts'],
  },
  {
    file: 'upstream/features/chat/read-marks.ts',
    search: "? ({ mine: 'unread_low', theirs: 'unread_high' } as const)",
    replace: "? ({ mine: 'unread_high', theirs: 'unread_low' } as const)",
    behaviour: 'unread messages count for the person who gets them',
    test: ['tests/upstream/chat-store.test.ts', 'tests/upstream/chat.test.ts'],
  },
];

const client: readonly Mutation[] = [
  {
    file: 'client/store/api/chat/merge-messages.ts',
    search: 'history.sort(byServerOrder)',
    replace: 'history.reverse()',
    behaviour: 'messages stand in the order of the server',
    test: ['client/store/api/chat/merge-messages.test.ts'],
  },
  {
    file: 'client/store/api/chat/merge-messages.ts',
    search: 'message.senderId ?? senderId',
    replace: 'message.senderId ?? null',
    behaviour: 'an event does not take the sender from a message of the history',
    test: ['client/store/api/chat/merge-messages.test.ts'],
  },
  {
    file: 'client/store/outbox/outbox-items.ts',
    search: 'claimed.set(item.text, place);',
    replace: '',
    behaviour: 'one stored message confirms one item of the outbox',
    test: ['client/store/outbox/outbox-items.test.ts'],
  },
  {
    file: 'client/store/foreign/relation-memory.ts',
    search: '[decision, ...others].slice(0, most)',
    replace: '[...others, decision].slice(0, most)',
    behaviour: 'the newest decision stands first',
    test: ['client/store/foreign/relation-memory.test.ts'],
  },
  {
    file: 'client/store/foreign/tidy-project.ts',
    search: "project.projectName ?? ''",
    replace: 'project.projectName',
    behaviour: 'a project without a name breaks no screen',
    test: ['client/store/foreign/tidy-project.test.ts'],
  },
  {
    file: 'client/dom/retry/retry-delay.ts',
    search: 'Math.min(firstDelayMs * 2 ** attempt, longestMs)',
    replace: 'firstDelayMs * 2 ** attempt',
    behaviour: 'the wait before the next attempt has a longest length',
    test: ['client/dom/retry', 'client/store/api/recovery/start-recovery.test.ts'],
  },
];

const sharedRooms: readonly Mutation[] = [
  {
    file: 'shared/wait-in-words.ts',
    search: 'Math.ceil(ms / length)',
    replace: 'Math.floor(ms / length)',
    behaviour: 'nobody is told to try too early',
    test: ['shared/wait-in-words.test.ts'],
  },
  {
    file: 'shared/skills/skills.ts',
    search: "replace(/\\s+/g, ' ').toLowerCase()",
    replace: "replace(/\\s+/g, ' ')",
    behaviour: 'two spellings of a skill are one skill',
    test: ['shared/skills.test.ts'],
  },
  {
    file: 'shared/complete-link.ts',
    search: 'hostFirst.test(text) && ',
    replace: '',
    behaviour: 'an email address is not made a link',
    test: ['shared/complete-link.test.ts'],
  },
  {
    file: 'shared/account/name-skeleton.ts',
    search: ".replaceAll('rn', 'm')",
    replace: '',
    behaviour: 'names that look alike have one skeleton',
    test: ['shared/account/name-skeleton.test.ts'],
  },
  {
    file: 'shared/network-of.ts',
    search: 'parts.slice(0, 4)',
    replace: 'parts.slice(0, 8)',
    behaviour: 'addresses of one household count as one network',
    test: ['shared/network-of.test.ts'],
  },
  {
    file: 'shared/account/person-name.ts',
    search: ' || pileOfMarks.test(name)',
    replace: '',
    behaviour: 'no name covers the lines above and below',
    test: ['shared/account/person-name.test.ts'],
  },
];

const platform: readonly Mutation[] = [
  {
    file: 'platform/limits/growing-pause.ts',
    search: 'Math.min(firstSeconds * 2 ** before, longestSeconds)',
    replace: 'firstSeconds * 2 ** before',
    behaviour: 'the pause of an account has a longest length',
    test: ['platform/limits/growing-pause.test.ts'],
  },
  {
    file: 'platform/limits/windows.ts',
    search: '    if (before === undefined && this.#windows.size >= this.#most) {',
    replace: '    if (before !== undefined && this.#windows.size < 0) {',
    behaviour: 'made-up keys cannot fill the memory',
    test: ['platform/limits', 'server/limits/process-counter.test.ts'],
  },
  {
    file: 'platform/config/secret.ts',
    search: '!config.isProduction || ',
    replace: 'config.isProduction || ',
    behaviour: 'production with PostgreSQL does not start without a secret',
    test: ['platform/config/secret.test.ts'],
  },
  {
    file: 'platform/log/trouble-log.ts',
    search: '      last.unsaid += 1;\n',
    replace: '',
    behaviour: 'the log says how many troubles it left out',
    test: ['platform/log/trouble-log.test.ts'],
  },
];

export const mutations: readonly Mutation[] = [
  ...gateway,
  ...upstream,
  ...client,
  ...clientFaults,
  ...sharedRooms,
  ...platform,
];
