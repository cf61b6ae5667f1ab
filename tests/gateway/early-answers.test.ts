import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadInChunks } from '#tests/support/chunked-upload.ts';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer, type Behaviour } from '#tests/support/misbehaving-upstream.ts';
import { type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';

const megabyte = 1024 * 1024;
const senders = [
  ['fast', {}],
  ['slow', { pauseMs: 30 }],
] as const;
const uploads = senders.map(([speed, pace]) => ({ speed, pace }));

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
      head: head('POST /api/media', 'Transfer-Encoding: chunked'),
      bytes: 11 * megabyte,
      ...pace,
    });
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([413, 'too_large']);
  });
});

describe('a picture in chunks, over the limit of the upstream in the process', () => {
  let upstream: StartedUpstream;
  let gateway: StartedGateway;
  let ada: SignedUp;
  beforeAll(async () => {
    upstream = await startUpstream();
    gateway = await startGateway({ upstreamUrl: upstream.url });
    ada = await upstream.signUp();
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  const cases = uploads.flatMap((upload) => [5.5, 11].map((size) => ({ ...upload, size })));

  it.each(cases)('has its 413 at $size MB ($speed)', async ({ pace, size }) => {
    const reply = await uploadInChunks({
      port: gateway.port,
      head: head(
        'POST /api/media',
        ...['Transfer-Encoding: chunked', 'Content-Type: image/png', `Cookie: ${ada.client.cookieHeader}`],
      ),
      bytes: size * megabyte,
      ...pace,
    });
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([413, 'too_large']);
  });
});
