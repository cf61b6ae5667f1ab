import type { ErrorBody } from '#shared/api/errors.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { isRecord } from '../is-record.ts';

/** Codes of failures without an HTTP reply. */
type LocalCode = 'offline' | 'unreachable' | 'aborted' | 'stopped' | 'unreadable';

/** A failed call, as the screens see it, whatever the upstream's own shape. */
export interface ApiError {
  code: ErrorCode | LocalCode;
  /** The HTTP status; 0 without a reply. */
  status: number;
  /** For the user: the server's words, or a sentence of ours. */
  message: string;
  /** The server's own words, where `message` is a sentence of ours. */
  details?: string;
  fields?: Record<string, string>;
  requestId?: string;
  /** Seconds until another attempt makes sense. */
  retryAfter?: number;
  /** The whole body, where our gateway or upstream has sent it: some codes say more. */
  body?: ErrorBody;
  /** The upstream gave no reason: the message only describes the status. */
  vague?: true;
}

const localSentences: Record<LocalCode, string> = {
  offline: 'You are offline. Try again when you are connected.',
  unreachable: 'No answer from the server. Check your connection and try again.',
  aborted: 'Cancelled.',
  stopped: 'You stopped waiting for the answer.',
  unreadable: 'The server sent something unreadable. Try again.',
};

export function localError(code: LocalCode): ApiError {
  return { code, status: 0, message: localSentences[code] };
}

/** For errors thrown by our own code: their messages are not for users. */
export const unexpectedError: ApiError = {
  code: 'internal',
  status: 500,
  message: 'Something went wrong. Try again.',
  vague: true,
};

/** Parses the error body of our gateway and upstream; undefined for other shapes (see `compat/errors.ts`). */
export function ownError(status: number, body: unknown): ApiError | undefined {
  if (!isRecord(body) || typeof body.code !== 'string' || typeof body.message !== 'string') return undefined;
  return {
    // A newer upstream may send a code unknown to this client; its message is still shown.
    code: body.code as ErrorCode,
    status,
    message: body.message,
    body: body as unknown as ErrorBody,
    ...(isRecord(body.fields) ? { fields: body.fields as Record<string, string> } : {}),
    ...(typeof body.requestId === 'string' ? { requestId: body.requestId } : {}),
  };
}

export function isApiError(value: unknown): value is ApiError {
  return isRecord(value) && typeof value.code === 'string' && typeof value.message === 'string';
}

/**
 * The message for the user of anything that a call rejected with, in one line: for toasts and rows, which have no room
 * for a fold of details. The server's own words are never left out.
 */
export function errorMessage(error: unknown): string {
  const { message, details } = isApiError(error) ? error : unexpectedError;
  return details === undefined ? message : `${message} Details: ${details}`;
}

/** The parts of a failed call that a screen shows. */
export type Failure = Pick<ApiError, 'message' | 'details'>;

export function failureOf(error: unknown): Failure {
  const { message, details } = isApiError(error) ? error : unexpectedError;
  return { message, ...(details === undefined ? {} : { details }) };
}

/**
 * Whether an error says that nothing stands at an id, so that asking again cannot help. Another upstream says "malformed"
 * with 400 or a bare 500.
 */
export function isMissing(error: unknown): boolean {
  if (!isApiError(error) || error.code === 'unavailable') return false;
  return [400, 404].includes(error.status) || (error.status === 500 && error.requestId === undefined);
}

/**
 * Whether the same call may succeed a moment later. The recorded upstream answers a malformed id with a bare 500: only
 * an error of ours, which has a request id, is worth another attempt there.
 */
export function mayPass({ status, code, requestId }: ApiError): boolean {
  if (code === 'stopped' || code === 'aborted') return false;
  if (code === 'unavailable' || [0, 408, 429].includes(status)) return true;
  return status > 500 || (status === 500 && requestId !== undefined);
}
