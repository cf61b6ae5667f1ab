import { isApiError } from '#client/text/api-error.ts';
import type { ConfirmationNeed } from '#shared/errors.ts';

/** The proof that the upstream wants before it takes a refused call again; undefined for all other failures. */
export function needsOf(error: unknown): readonly ConfirmationNeed[] | undefined {
  if (!isApiError(error) || error.code !== 'confirmation_required') return undefined;
  return error.body?.needs ?? ['password'];
}
