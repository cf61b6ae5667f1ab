import { type BaseQueryApi, type BaseQueryFn, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import type { ProfileLoad } from '#client/api/auth-api.ts';
import type { RefusedCalls, SlowCalls } from '#client/api/base-query/held-calls.ts';
import { isSessionOfAnother } from '#client/lib/device/session-user.ts';
import { type ApiError, isApiError, localError, ownError } from '#client/lib/text/api-error.ts';
import { useAppSelector } from '#client/state/hooks.ts';
import { ownIn } from '#client/state/slices/auth-slice.ts';
import { sessionEnded } from '#client/state/slices/session-slice.ts';
import { entryPaths } from '#shared/entry-paths.ts';

export interface ApiCall {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  params?: Record<string, string | number | undefined>;
  /** For an upload: called with the share that was sent, from 0 to 1. */
  onProgress?: (share: number) => void;
  /** Without a network, the call waits on this device until there is one, listed under these words. */
  waits?: string | undefined;
}

/** A picture that is sent to the upstream. */
export type PictureUpload = { picture: Blob } & Required<Pick<ApiCall, 'onProgress'>>;

/** The state that each store carries for its calls, as Redux's extra argument of thunks. */
export interface StoreServices {
  refusedCalls: RefusedCalls;
  slowCalls: SlowCalls;
  profileLoad: ProfileLoad;
  /** The last call of each queue, see `inTurn`. */
  turns: Map<string, Promise<unknown>>;
}

export type ApiQueryFn = BaseQueryFn<string | ApiCall, unknown, ApiError>;

/** Calls that ask or say whose session it is. */
const ofAnySession: readonly string[] = [entryPaths.login, entryPaths.signup, entryPaths.profileView];

/** Calls whose failure says nothing about the session. */
const withoutSession: readonly string[] = [
  entryPaths.login,
  entryPaths.signup,
  entryPaths.signout,
  entryPaths.profileView,
];

/**
 * Makes one call to the API, with credentials; every failure is returned as an `ApiError`. A call that failed because the
 * session had ended is repeated once after the user has logged in again.
 */
export const apiQuery: ApiQueryFn = (args, api) => ask(typeof args === 'string' ? { url: args } : args, api);

async function ask(
  call: ApiCall,
  api: BaseQueryApi,
  isRepeated = false,
): Promise<{ data: unknown } | { error: ApiError }> {
  const asker = ownIn(api.getState());
  // Another account has logged in in another tab: this one must not act for it. The tab shows that account next.
  if (asker !== null && isSessionOfAnother(asker._id) && !ofAnySession.includes(call.url))
    return { error: localError('aborted') };
  const result = await send(call, api);
  if (call.waits !== undefined && 'error' in result && result.error.code === 'offline') {
    // While the code that lets a call wait is not loaded, the call fails like any other.
    const code = await import('./wait-for-network.ts').catch(() => undefined);
    return code ? code.waitForNetwork(call, api, (again) => ask(again, api)) : { error: result.error };
  }
  if (!('error' in result) || withoutSession.includes(call.url)) return result;
  if (await sessionIsGone(result.error, result.text, api)) {
    const user = ownIn(api.getState());
    // A user has logged in since the call was sent: the session that ended was the one before.
    if (user !== null && user !== asker)
      return user._id === asker?._id ? ask(call, api, isRepeated) : { error: result.error };
    api.dispatch(sessionEnded());
    const { refusedCalls } = api.extra as StoreServices;
    if (!isRepeated && (await refusedCalls.wait(api.signal))) return ask(call, api, true);
  }
  return { error: result.error };
}

type Sent = { data: unknown } | { error: ApiError; text?: boolean };

/** Calls whose forms show Still trying and Stop themselves. */
const withOwnNotice: readonly string[] = [entryPaths.login, entryPaths.signup];

/** Makes a call that only its caller (`api.signal`) or the user can stop. There is no time-out. */
async function send(call: ApiCall, api: BaseQueryApi): Promise<Sent> {
  if (withOwnNotice.includes(call.url)) return exchange(call, api);
  const byUser = new AbortController();
  const ended = (api.extra as StoreServices).slowCalls.follow(() => byUser.abort());
  const result = await exchange(call, { ...api, signal: AbortSignal.any([api.signal, byUser.signal]) });
  ended();
  return byUser.signal.aborted ? { error: localError('stopped') } : result;
}

async function exchange({ url, method = 'GET', body, params, onProgress }: ApiCall, api: BaseQueryApi): Promise<Sent> {
  const query = fetchBaseQuery({
    baseUrl: apiBase(),
    credentials: 'include',
    responseHandler: readBody,
    ...(onProgress && body instanceof Blob && { fetchFn: uploads(body, onProgress) }),
  });
  const { data, error, meta } = await query({ url: withParams(url, params), method, body }, api, {});
  if (!error) return { data };
  if (api.signal.aborted) return { error: localError('aborted') };
  if (error.status === 'FETCH_ERROR') return { error: localError(navigator.onLine ? 'unreachable' : 'offline') };
  if (typeof error.status !== 'number') return { error: localError('unreadable') };
  const known = ownError(error.status, error.data) ?? (await foreignError(error.status, error.data));
  const retryAfter = Number(meta?.response?.headers.get('retry-after'));
  return { error: retryAfter > 0 ? { ...known, retryAfter } : known, text: typeof error.data === 'string' };
}

/** JSON by its type; other content as text. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.headers.get('content-type')?.includes('json')) return text;
  return text === '' ? undefined : JSON.parse(text);
}

const uploads = (body: Blob, onProgress: (share: number) => void) => async (input: RequestInfo | URL) => {
  const { url, signal } = input as Request;
  const { sendWithProgress } = await import('./send-with-progress.ts');
  return sendWithProgress({ url, body, signal, onProgress });
};

async function foreignError(status: number, body: unknown): Promise<ApiError> {
  const { normaliseError } = await import('#client/api/compat/errors.ts');
  return normaliseError(status, body);
}

/**
 * Whether a failure means that the session has ended: a 401 does. Another upstream answers 400 with a text, as it does
 * for other failures, so the profile is loaded to decide.
 */
async function sessionIsGone(error: ApiError, text: boolean | undefined, api: BaseQueryApi): Promise<boolean> {
  if (error.status === 401) return error.code === 'unauthenticated';
  if (error.status !== 400 || !text || error.code === 'unavailable') return false;
  const probe = await send({ url: entryPaths.profileView }, api);
  return 'error' in probe && isSignedOut(probe.error);
}

function withParams(url: string, params: ApiCall['params'] = {}): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== '');
  return given.length === 0
    ? url
    : `${url}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** Whether an error says that there is no session. Another upstream says so with a 400 and one of a few texts. */
export function isSignedOut(error: unknown): boolean {
  return isApiError(error) && (error.status === 401 || error.code === 'unauthenticated');
}

/**
 * Whether a failed profile load leaves open if a user is signed in. Another upstream answers 400 to every call while
 * its database is down.
 */
export function isUnanswered(error: ApiError): boolean {
  return !isSignedOut(error) && ([0, 400, 408, 429].includes(error.status) || error.status >= 500);
}

/** Whether the last profile load had no reply, so that it is unknown whether a user is signed in. */
export function useProfileUnanswered(): boolean {
  return useAppSelector(({ session }) => session.profile === 'unanswered' || session.profile === 'stopped');
}

/**
 * Where the calls go. The gateway's page says so itself (`<meta name="api-base">`); a page without that tag takes the
 * local development server on localhost and the relative path elsewhere. Always ends in a slash.
 */
export function apiBase(page: Document = document, host: string = location.hostname): string {
  const own = page.querySelector('meta[name="api-base"]')?.getAttribute('content');
  if (own) return own.endsWith('/') ? own : `${own}/`;
  return host === 'localhost' ? 'http://localhost:7777/' : '/api/';
}
