import type { ApiError } from './api-error.ts';

/**
 * Whether the same call may succeed a moment later. The recorded upstream answers a malformed id with a bare 500: only
 * an error of ours, which has a request id, is worth another attempt there.
 */
export function mayPass({ status, code, requestId }: ApiError): boolean {
  if (code === 'stopped' || code === 'aborted') return false;
  if (code === 'unavailable' || [0, 408, 429].includes(status)) return true;
  return status > 500 || (status === 500 && requestId !== undefined);
}
