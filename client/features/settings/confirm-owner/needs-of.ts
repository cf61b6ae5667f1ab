import { isApiError } from '#client/text/api-error.ts';
import type { ConfirmationNeed } from '#shared/errors.ts';

/** What a refused call asks for first; undefined for all other failures. */
export function needsOf(error: unknown): readonly ConfirmationNeed[] | undefined {
  if (!isApiError(error) || error.code !== 'confirmation_required') return undefined;
  return error.body?.needs ?? ['password'];
}
