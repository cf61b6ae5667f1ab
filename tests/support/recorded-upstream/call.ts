import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';

/** One HTTP reply, taken apart for assertions. */
export interface Reply {
  status: number;
  type: string | null;
  text: string;
  json: unknown;
  headers: Headers;
  cookies: string[];
}

export interface CallOptions {
  token?: string;
  json?: unknown;
  body?: string;
  headers?: Record<string, string>;
}

/** Calls a path exactly as it is written: fetch would tidy the target and add cache headers of its own. */
export async function call(
  origin: string,
  method: string,
  path: string,
  { token, json, body, headers = {} }: CallOptions = {},
): Promise<Reply> {
  const { hostname, port } = new URL(origin);
  const payload = json === undefined ? body : JSON.stringify(json);
  const outgoing = request({
    hostname,
    port,
    method,
    path,
    agent: false,
    headers: {
      ...(token === undefined ? {} : { Cookie: `token=${token}` }),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(payload === undefined ? {} : { 'Content-Length': Buffer.byteLength(payload) }),
      ...headers,
    },
  });
  outgoing.end(payload);
  const [response]: IncomingMessage[] = await once(outgoing, 'response');
  if (!response) throw new Error('no response');
  const text = await readText(response);
  const received = new Headers();
  for (const [name, values = []] of Object.entries(response.headersDistinct)) {
    for (const value of values) received.append(name, value);
  }
  return {
    status: response.statusCode ?? 0,
    type: received.get('content-type'),
    text,
    json: parse(text),
    headers: received,
    cookies: response.headers['set-cookie'] ?? [],
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
