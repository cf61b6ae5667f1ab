import type { ErrorCode } from '#shared/errors.ts';
import { isRecord } from './is-record.ts';

/** Failures that no server answered. */
type LocalCode = 'offline' | 'unreachable' | 'no_answer' | 'aborted' | 'unreadable';

/** Every failed call, whatever the upstream's own shape, looks like this to the screens. */
export interface ApiError {
  code: ErrorCode | LocalCode;
  /** The HTTP status; 0 when nothing was answered. */
  status: number;
  message: string;
  fields?: Record<string, string>;
  requestId?: string;
  /** Seconds until another attempt makes sense. */
  retryAfter?: number;
  /** The upstream gave no reason: the message is only what its status says. */
  vague?: true;
}

const localSentences: Record<LocalCode, string> = {
  offline: 'You are offline. Try again when you are connected.',
  unreachable: 'No answer from the server. Check your connection and try again.',
  no_answer: 'No answer from the server.',
  aborted: 'Cancelled.',
  unreadable: 'The server sent something unreadable. Try again.',
};

export function localError(code: LocalCode): ApiError {
  return { code, status: 0, message: localSentences[code] };
}

/** What something else than a call threw: its own words are for programmers. */
export const unexpectedError: ApiError = {
  code: 'internal',
  status: 500,
  message: 'Something went wrong. Try again.',
  vague: true,
};

/** A failed call of ours; undefined where another upstream said it in a way of its own (`foreign-error.ts`). */
export function ownError(status: number, body: unknown): ApiError | undefined {
  if (!isRecord(body) || typeof body.code !== 'string' || typeof body.message !== 'string') return undefined;
  return {
    // A code that a newer upstream has and this client does not know matches nothing here: its sentence is still shown.
    code: body.code as ErrorCode,
    status,
    message: body.message,
    ...(isRecord(body.fields) ? { fields: body.fields as Record<string, string> } : {}),
    ...(typeof body.requestId === 'string' ? { requestId: body.requestId } : {}),
  };
}

export function isApiError(value: unknown): value is ApiError {
  return isRecord(value) && typeof value.code === 'string' && typeof value.message === 'string';
}

/** The sentence of whatever a call rejected with. */
export function errorMessage(error: unknown): string {
  return isApiError(error) ? error.message : 'Something went wrong. Try again.';
}
