import { expect, it } from 'vitest';
import { uploadInChunks } from '#tests/support/chunked-upload.ts';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer, type Behaviour } from '#tests/support/misbehaving-upstream.ts';
import { connect, readUntil } from '#tests/support/raw-exchange.ts';

const megabyte = 1024 * 1024;
const chunked = (path: string, ...more: string[]) => head(`POST ${path}`, 'Transfer-Encoding: chunked', ...more);
const uploads = [
  { speed: 'fast', pace: {} },
  { speed: 'slow', pace: { pauseMs: 30 } },
];

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

describeGateway('an upload that the upstream refuses, and whose connection it closes', (start) => {
  const cases = uploads.flatMap((upload) => [0, megabyte].map((bytes) => ({ ...upload, bytes })));

  it.each(cases)('has its 413 after $bytes bytes ($speed)', async ({ pace, bytes }) => {
    const { gateway } = await start(refuseAfter(bytes));
    const reply = await uploadInChunks({
      port: gateway.port,
      head: chunked('/api/media'),
      bytes: 11 * megabyte,
      ...pace,
    });
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([413, 'too_large']);
  });
});

describeGateway('an upload in chunks, 10 MB over the limit', (start) => {
  it.each(uploads)('reads its 413 ($speed)', async ({ pace }) => {
    const { gateway } = await start((_request, socket) => socket.resume());
    const reply = await uploadInChunks({
      port: gateway.port,
      head: chunked('/api/x'),
      bytes: 11 * megabyte,
      ...pace,
    });
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([413, 'too_large']);
  });

  it.each([
    ['drips on', '1\r\nx\r\n'],
    ['is broken', 'no chunk\r\n'],
  ])('has one answer when what follows %s, and is cut in the time of a request', async (_how, rest) => {
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
