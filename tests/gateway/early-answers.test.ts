import { expect, it } from 'vitest';
import { uploadInChunks } from '#tests/support/chunked-upload.ts';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer, type Behaviour } from '#tests/support/misbehaving-upstream.ts';
import { connect, readUntil } from '#tests/support/raw-exchange.ts';

const megabyte = 1024 * 1024;
const chunked = (path: string, ...more: string[]) => head(`POST ${path}`, 'Transfer-Encoding: chunked', ...more);
/** Answers after so many bytes of the body, reads no more, and closes: the kernel resets the connection. */
function refuseAfter(bytes: number): Behaviour {
  return (_request, socket) => {
    let read = 0;
    const refuse = () => {
      socket.off('data', onData).pause();
      socket.end(answer('{"code":"too_large"}', { status: '413 Too Large' }), () => socket.destroy());
    };
    const onData = (chunk: Buffer) => {
      read += chunk.length;
      if (read > bytes) refuse();
    };
    socket.on('data', onData);
    if (bytes === 0) refuse();
  };
}

const uploads = [
  { what: 'the upstream refuses at once, and whose connection it closes', path: '/api/media', answers: refuseAfter(0) },
  {
    what: 'the upstream refuses after 1 MB, and whose connection it closes',
    path: '/api/media',
    answers: refuseAfter(megabyte),
  },
  { what: 'is 10 MB over the limit', path: '/api/x', answers: ((_request, socket) => socket.resume()) as Behaviour },
];
const speeds = [{ speed: 'fast' }, { speed: 'slow', pauseMs: 30 }];

describeGateway('an upload in chunks', (start) => {
  it.each(uploads.flatMap((upload) => speeds.map((speed) => ({ ...upload, ...speed }))))(
    'that $what has its 413 ($speed)',
    async ({ path, answers, pauseMs = 0 }) => {
      const { gateway } = await start(answers);
      const reply = await uploadInChunks({ port: gateway.port, head: chunked(path), bytes: 11 * megabyte, pauseMs });
      expect([reply.status, JSON.parse(reply.body).code]).toEqual([413, 'too_large']);
    },
  );

  it.each([
    ['drips on', '1\r\nx\r\n'],
    ['is broken', 'no chunk\r\n'],
  ])('over the limit has one answer when what follows %s, and is cut in the time of a request', async (_how, rest) => {
    const { gateway } = await start((_request, socket) => socket.resume(), {
      config: { bodyLimit: 1000 },
      tuning: { clients: { headersMs: 400, requestMs: 500, checkMs: 50 } },
    });
    const socket = await connect(gateway.port);
    socket.on('error', () => undefined);
    let dripping: NodeJS.Timeout | undefined;
    const received = readUntil(socket, (text) => {
      if (text.endsWith('}')) dripping ??= setInterval(() => socket.write(rest), 10);
      return false;
    });
    socket.write(`${chunked('/api/x')}7d0\r\n${'x'.repeat(2000)}\r\n`);
    const text = await received;
    clearInterval(dripping);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413']);
  });
});
