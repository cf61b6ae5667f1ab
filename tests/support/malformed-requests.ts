export type Random = () => number;

/** Mulberry32: a small generator that gives the same numbers for a seed everywhere. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t ^= t + Math.imul(t ^ (t >>> 7), 61 | t);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

const methods = ['GET', 'POST', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'PRI', 'get', 'G\0T', ''];
const targets = [
  '/api/x',
  '/api/login',
  '/api/socket.io/?EIO=4&transport=websocket',
  '/api/socket.io/?EIO=4&transport=polling',
  '/api/%2e%2e/x',
  '//evil.test/api/x',
  'http://evil.test/api/x',
  'evil.test:443',
  '/',
  '/health',
  '/api/%00',
  '/api/x#y',
  '/api/é',
  `/api/${'a'.repeat(9000)}`,
  `/api/x?${'a=b&'.repeat(2000)}`,
  '',
];
const versions = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.1 ', 'http/1.1', 'HTTP/1.', ''];
const headers = [
  'Host: gateway.test',
  'Host:',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding : chunked',
  'Connection: close, cookie, host',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
  'Origin: http://gateway.test',
  'Origin: \xff\xfe',
  'Sec-Fetch-Site: cross-site',
  'TE: trailers, deflate',
  'Expect: 100-continue',
  'Expect: nonsense',
  'Cookie: token=a; token=b; =; ;;; "',
  'Cookie: \x01\x02',
  'X-Forwarded-For: 1.2.3.4, , [::1, 999.9.9.9, a',
  'X-Forwarded-Proto: https, gopher',
  'Range: bytes=9-1,-,a',
  'Accept-Encoding: br;q=9, *;q=x',
  ': no name',
  ' folded',
  'X: a\rb',
  'X: a\0b',
  `X: ${'x'.repeat(17_000)}`,
];
const bodies = [
  '',
  'hello',
  '5\r\nhello\r\n0\r\n\r\n',
  'zz\r\nhello\r\n0\r\n\r\n',
  'ffffffffffffffff\r\n',
  '5;ext="\r\nhello\r\n0\r\nX: y\r\n\r\n',
  '{"emailId": {"$gt": ""}}',
  'GET /api/smuggled HTTP/1.1\r\nHost: gateway.test\r\n\r\n',
  '\x81\x85\0\0\0\0hello',
  'x'.repeat(70_000),
];
const oddEnds = ['\n', '\r', '', '\r\r\n'];

/** Mostly a request that passes the first checks of a parser and breaks a later one; one in twenty is pure noise. */
export function malformedRequest(random: Random): Buffer {
  if (random() < 0.05) return noise(random, 1 + Math.floor(random() * 2000));
  const end = random() < 0.9 ? '\r\n' : pick(random, oddEnds);
  const method = random() < 0.5 ? 'GET' : pick(random, methods);
  const version = random() < 0.9 ? 'HTTP/1.1' : pick(random, versions);
  const lines = [`${method} ${random() < 0.4 ? '/api/x' : pick(random, targets)} ${version}`];
  if (random() < 0.8) lines.push('Host: gateway.test');
  for (let i = Math.floor(random() * 5); i > 0; i -= 1) lines.push(pick(random, headers));
  if (random() < 0.02) for (let i = 0; i < 2500; i += 1) lines.push(`X-${i}: 1`);
  const request = Buffer.from(`${lines.join(end)}${end}${end}${pick(random, bodies)}`, 'latin1');
  if (random() < 0.3) mutate(random, request);
  if (random() < 0.15) return request.subarray(0, Math.floor(random() * request.length));
  if (random() < 0.1) return Buffer.concat([request, malformedRequest(random)]);
  return request;
}

function noise(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
}

function mutate(random: Random, bytes: Buffer): void {
  for (let i = 1 + Math.floor(random() * 4); i > 0 && bytes.length > 0; i -= 1) {
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  }
}
