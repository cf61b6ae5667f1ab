import type { ApiError } from '#client/lib/text/api-error.ts';
import type { OwnUser, ProfileReply } from '#shared/api/users.ts';
import { apiPaths } from '#shared/paths.ts';

type Answer = { data?: unknown; error?: ApiError | undefined };

/**
 * The user to store after the profile call of another upstream, which leaves out the email, known only from the login, and
 * about and skills, which the call of a person's profile tells. Where that call fails, what was known of them before stays;
 * where nothing was known, `error` is its failure.
 */
export async function completedOwnUser(
  loaded: OwnUser,
  before: OwnUser | null,
  call: (path: string) => Answer | PromiseLike<Answer>,
): Promise<{ user: OwnUser; error?: ApiError }> {
  const known = before?._id === loaded._id ? before : undefined;
  const email = known?.emailId === undefined ? {} : { emailId: known.emailId };
  const { data, error } = await call(apiPaths.profile(loaded._id));
  if (!error) {
    const { about = '', skills = [] } = (data as Partial<ProfileReply> | undefined)?.user ?? {};
    return { user: { ...email, about, skills, ...loaded } };
  }
  const { about, skills } = known ?? {};
  const user = { ...email, ...(about !== undefined && { about }), ...(skills !== undefined && { skills }), ...loaded };
  return about === undefined || skills === undefined ? { user, error } : { user };
}
