import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';

/** Far more than an answer of the upstream about itself needs; a foreign page is not read to its end. */
const mostBytes = 16 * 1024;

export interface UpstreamAnswer {
  readonly status: number;
  readonly body: string;
}

export type AskUpstream = (path: string, signal: AbortSignal) => Promise<UpstreamAnswer>;

/** The gateway's own questions to the upstream, each over a connection of its own and without a session. */
export function createAskUpstream(base: URL): AskUpstream {
  const client = base.protocol === 'https:' ? https : http;
  const prefix = base.pathname.replace(/\/$/, '');
  return async (path, signal) => {
    const url = new URL(`${prefix}/${path}`, base);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const call = client.get(url, { signal, agent: false, headers: { accept: 'application/json' } }, resolve);
      call.on('error', reject);
      // An unasked 101: without a listener Node closes the connection and tells nobody.
      call.on('upgrade', (_reply, socket) => {
        socket.destroy();
        reject(new Error('it switches protocols without being asked'));
      });
    });
    let body = '';
    for await (const part of response.setEncoding('utf8')) {
      body += part;
      if (body.length > mostBytes) break;
    }
    return { status: response.statusCode ?? 0, body };
  };
}
