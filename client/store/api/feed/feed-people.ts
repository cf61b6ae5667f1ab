import type { ApiCall, ApiMeta } from '#client/store/api/base-query/base-query.ts';
import { filledPage } from '#client/store/api/lists/filled-page.ts';
import type { ApiError } from '#client/text/api-error.ts';
import type { FeedItem, FeedReply } from '#shared/api/users.ts';
import { apiPaths } from '#shared/paths.ts';

type Answer = { data?: unknown; error?: ApiError | undefined; meta?: ApiMeta | undefined };

/** The first page of the feed that has people; a header names the next one. */
export async function feedPeople(
  call: (call: ApiCall) => Answer | PromiseLike<Answer>,
  params: NonNullable<ApiCall['params']>,
): Promise<{ data: FeedItem[] } | { error: ApiError }> {
  const { data, error } = await filledPage<Answer>(
    undefined,
    async (cursor) => call({ url: apiPaths.feed, params: { ...params, cursor } }),
    (answer) => ({ isEmpty: !answer.error && peopleIn(answer).length === 0, next: answer.meta?.nextCursor }),
  );
  return error ? { error } : { data: peopleIn({ data }) };
}

function peopleIn({ data }: Answer): FeedItem[] {
  return (data as FeedReply).filter((person) => person !== null);
}
