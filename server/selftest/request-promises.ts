import {
  firstOf,
  headerIs,
  headerIsAbsent,
  isErrorBody,
  type PromiseGroup,
  promise,
  statusIs,
  statusIsNot,
} from './promise.ts';
import type { Target } from './target.ts';

/** A call that no upstream has: trying it changes nothing. */
const harmless = '/api/selftest-no-such-call';

interface Sender {
  readonly who: string;
  readonly headers: (target: Target) => Record<string, string>;
  readonly refused: boolean;
}

const senders: readonly Sender[] = [
  { who: 'another site', headers: () => ({ 'Sec-Fetch-Site': 'cross-site' }), refused: true },
  { who: 'a sibling subdomain', headers: () => ({ 'Sec-Fetch-Site': 'same-site' }), refused: true },
  { who: 'the page itself', headers: () => ({ 'Sec-Fetch-Site': 'same-origin' }), refused: false },
  { who: 'an old browser on another site', headers: () => ({ Origin: 'https://evil.test' }), refused: true },
  { who: 'a sandboxed frame', headers: () => ({ Origin: 'null' }), refused: true },
  { who: 'an old browser on the page', headers: ({ origin }) => ({ Origin: origin }), refused: false },
  {
    who: 'a site that begins like this one',
    headers: ({ origin }) => ({ Origin: `${origin}.evil.test` }),
    refused: true,
  },
  { who: 'a program that is no browser', headers: () => ({}), refused: false },
];

export const crossSite: PromiseGroup = {
  name: 'Requests from other sites',
  promises: ['POST', 'DELETE'].flatMap((method) =>
    senders.map(({ who, headers, refused }) =>
      promise(
        `${method} from ${who} is ${refused ? 'refused' : 'let through'}`,
        (target) => target.ask(`${method} ${harmless}`, { 'Content-Type': 'text/plain', ...headers(target) }, 'x'),
        (answer) => (refused ? statusIs(answer, 403) : statusIsNot(answer, 403)),
      ),
    ),
  ),
};

const socketPath = '/api/socket.io/?EIO=4&transport=websocket';

function handshake(target: Target, path: string, headers: Record<string, string>) {
  return target.ask(`GET ${path}`, {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  });
}

export const sockets: PromiseGroup = {
  name: 'WebSockets',
  promises: [
    ...['https://evil.test', 'null', undefined].map((origin) =>
      promise(
        `a handshake with ${origin === undefined ? 'no Origin' : `Origin ${origin}`} is refused`,
        (target) => handshake(target, socketPath, origin === undefined ? {} : { Origin: origin }),
        (answer) => statusIs(answer, 403),
      ),
    ),
    promise(
      'a handshake from a site that begins like this one is refused',
      (target) => handshake(target, socketPath, { Origin: `${target.origin}.evil.test` }),
      (answer) => statusIs(answer, 403),
    ),
    promise(
      'a handshake from the page is not refused as foreign',
      (target) => handshake(target, socketPath, { Origin: target.origin }),
      (answer) => statusIsNot(answer, 403),
    ),
    promise(
      'no other path upgrades',
      (target) => handshake(target, '/nope', { Origin: target.origin }),
      (answer) => statusIs(answer, 404, 400, 403),
    ),
  ],
};

const smuggling: readonly (readonly [string, string])[] = [
  ['two kinds of length', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['two lengths', 'Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx'],
  ['a length that is a list', 'Content-Length: 3, 3\r\n\r\nxxx'],
  ['a length with a sign', 'Content-Length: +5\r\n\r\nxxxxx'],
  ['a negative length', 'Content-Length: -1\r\n\r\n'],
  ['an unknown transfer coding', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
  ['chunked that is not last', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
  ['a coding before chunked', 'Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'],
  ['a space before the colon', 'Content-Length : 1\r\n\r\nx'],
  ['a folded header', 'X-Folded: a\r\n b\r\n\r\n'],
  ['a NUL in a header', 'X-Nul: a\0b\r\n\r\n'],
  ['a bare carriage return', 'X-Bare: a\rX-Other: b\r\n\r\n'],
  ['a chunk size that is none', 'Transfer-Encoding: chunked\r\n\r\nzz\r\nxx\r\n0\r\n\r\n'],
  ['two hosts', 'Host: evil.test\r\n\r\n'],
];

export const framing: PromiseGroup = {
  isMalformed: true,
  name: 'Requests that two servers could read differently',
  promises: smuggling.map(([what, rest]) =>
    promise(
      `${what}: 400, and the connection is closed`,
      (target) => target.raw(`POST ${harmless} HTTP/1.1\r\nHost: ${target.host}\r\n${rest}`),
      (answer) => firstOf(statusIs(answer, 400), answer.closed ? undefined : 'the connection stays open'),
    ),
  ),
};

const badTargets = [
  '/api/../health',
  '/api/%2e%2e/health',
  '/api/..%2fhealth',
  '/api/..%5chealth',
  '/api/%00',
  '/api/%zz',
  '//evil.test/api/x',
  '/api//evil.test',
];

export const targets: PromiseGroup = {
  isMalformed: true,
  name: 'Targets, methods and limits',
  promises: [
    ...badTargets.map((path) =>
      promise(
        `${path} is refused`,
        (target) => target.ask(`GET ${path}`),
        (answer) => statusIs(answer, 400),
      ),
    ),
    promise(
      'a whole URL as the target is refused',
      (target) => target.ask('GET http://evil.test/api/x'),
      (answer) => statusIs(answer, 400),
    ),
    ...['TRACE', 'CONNECT', 'FOO'].map((method) =>
      promise(
        `${method} is not a method here`,
        (target) => target.ask(`${method} ${method === 'CONNECT' ? 'evil.test:443' : '/'}`),
        (answer) => statusIs(answer, 405),
      ),
    ),
    promise(
      'a header of 20 kB: 431',
      (target) => target.ask('GET /', { 'X-Long': 'x'.repeat(20_000) }),
      (answer) => statusIs(answer, 431),
    ),
    promise(
      'an address of 10 kB: 414',
      (target) => target.ask(`GET /${'x'.repeat(10_000)}`),
      (answer) => statusIs(answer, 414),
    ),
    promise(
      'a body of a gigabyte: 413 before it is sent',
      ({ host, raw }) => raw(`POST ${harmless} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1073741825\r\n\r\n`),
      (answer) => statusIs(answer, 413),
    ),
    promise(
      'a Trailer header does no harm',
      async (target) => ({
        answer: await target.ask(`GET ${harmless}`, { Trailer: 'X-Late' }),
        alive: await target.ask('GET /health'),
      }),
      ({ answer, alive }) => firstOf(answer.status === 0 ? 'no answer' : undefined, statusIs(alive, 200)),
    ),
    promise(
      'an error is data: code, message, stored by nobody, with a request id',
      (target) => target.ask(`POST ${harmless}`, { 'Sec-Fetch-Site': 'cross-site' }, 'x'),
      (answer) => firstOf(isErrorBody(answer), headerIs(answer, 'X-Request-Id', /^[\w-]{8,64}$/)),
    ),
  ],
};

const call = (headers?: Record<string, string>) => (target: Target) => target.ask('GET /api/profile/view', headers);

export const api: PromiseGroup = {
  name: 'Answers of the API',
  promises: [
    promise('stored by nobody, unless the upstream says otherwise', call(), (answer) =>
      headerIs(answer, 'Cache-Control', /no-store|private/),
    ),
    promise('cannot run as a page', call(), (answer) =>
      firstOf(
        headerIs(answer, 'Content-Security-Policy', /sandbox/),
        headerIs(answer, 'X-Content-Type-Options', /^nosniff$/),
      ),
    ),
    promise('open to no other origin', call({ Origin: 'https://evil.test' }), (answer) =>
      headerIsAbsent(answer, 'Access-Control-Allow-Origin'),
    ),
    promise('do not say what the upstream is made of', call(), (answer) =>
      firstOf(headerIsAbsent(answer, 'X-Powered-By'), headerIsAbsent(answer, 'Server')),
    ),
  ],
};
