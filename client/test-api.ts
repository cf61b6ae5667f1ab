import { vi } from 'vitest';
import type { CapabilitiesReply } from '#shared/api/errors.ts';

/** An answer of the fake API: a status and a body; a string travels as text, all else as JSON. */
type FakeReply = { status?: number; body?: unknown; headers?: Record<string, string> } | 'network error';
type Answer = FakeReply | Promise<FakeReply>;

interface RecordedCall {
  /** "POST login" */
  call: string;
  body: unknown;
  query: URLSearchParams;
  /** Aborted when the client cancels the call. */
  signal: AbortSignal | null | undefined;
}

export interface FakeApi {
  calls: RecordedCall[];
  /** Sets or replaces the answer of a call: "GET user/feed", "PATCH project/edit/p1". */
  on: (call: string, answer: Answer | ((call: RecordedCall) => Answer)) => FakeApi;
  /** How often a call was made. */
  count: (call: string) => number;
  /** The bodies of a call, one for each time it was made. */
  bodies: (call: string) => unknown[];
}

let told: FakeReply | undefined;

/** Replaces `fetch` by a fake API, for one test. A call without a set answer gets the upstream's 404. */
export function fakeApi(): FakeApi {
  told = undefined;
  const answers = new Map<string, Answer | ((call: RecordedCall) => Answer)>();
  const calls: RecordedCall[] = [];
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = input instanceof Request ? input : new Request(new URL(input, 'http://page.test'), init);
    const url = new URL(request.url);
    const path = url.pathname.replace(/^\/(api\/)?/, '');
    const isJson = request.headers.get('content-type')?.includes('json');
    const recorded: RecordedCall = {
      call: `${request.method} ${path}`,
      body: isJson ? await request.clone().json() : ((request.body && (await request.clone().blob())) ?? undefined),
      query: url.searchParams,
      signal: request.signal,
    };
    calls.push(recorded);
    const found = answers.get(recorded.call);
    const pending = typeof found === 'function' ? found(recorded) : found;
    const answer = await untilAborted(Promise.resolve(pending), request.signal);
    if (answer === 'network error') throw new TypeError('Failed to fetch');
    const {
      status = 200,
      body: reply,
      headers,
    }: Exclude<FakeReply, string> = answer ?? { status: 404, body: { code: 'not_found', message: 'Not found.' } };
    const isText = typeof reply === 'string';
    return new Response(isText ? reply : JSON.stringify(reply ?? null), {
      status,
      headers: { 'content-type': isText ? 'text/html; charset=utf-8' : 'application/json', ...headers },
    });
  });
  const api: FakeApi = {
    calls,
    on: (call, answer) => {
      answers.set(call, answer);
      if (call === 'GET capabilities' && typeof answer === 'object' && !('then' in answer)) told = answer;
      return api;
    },
    count: (call) => calls.filter((made) => made.call === call).length,
    bodies: (call) => calls.filter((made) => made.call === call).map(({ body }) => body),
  };
  return api;
}

/** The capabilities that the fake API of this test answers. */
export function toldCapabilities(): CapabilitiesReply['capabilities'] | undefined {
  const { capabilities } = ((typeof told === 'object' && told.body) || {}) as Partial<CapabilitiesReply>;
  return capabilities;
}

function untilAborted<Value>(value: Promise<Value>, signal: AbortSignal | null | undefined): Promise<Value> {
  if (!signal) return value;
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    value.then(resolve, reject);
  });
}
