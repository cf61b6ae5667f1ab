import { expect, it } from 'vitest';
import { uploadInChunks } from '#tests/support/chunked-upload.ts';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { connect, readUntil } from '#tests/support/raw-exchange.ts';

const megabyte = 1024 * 1024;
const chunked = (path: string, ...more: string[]) => head(`POST ${path}`, 'Transfer-Encoding: chunked', ...more);

describeGateway('an upload in chunks, 10 MB over the limit', (start) => {
  it.each([
    ['fast', undefined],
    ['slow', 30],
  ])('reads its 413 when it is %s', async (_speed, pauseMs) => {
    const { gateway } = await start((_request, socket) => socket.resume());
    const upload = { port: gateway.port, head: chunked('/api/x'), bytes: 11 * megabyte };
    const reply = await uploadInChunks({ ...upload, ...(pauseMs !== undefined && { pauseMs }) });
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
