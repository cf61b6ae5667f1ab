import type { ApiCall, ApiMeta } from '#client/store/calls/base-query.ts';
import type { ApiError } from '#client/text/api-error.ts';
import type { FeedItem, FeedReply } from '#shared/api/users.ts';
import { apiPaths } from '#shared/paths.ts';

/** More than any feed needs; stops an upstream whose pages never end. */
const maxPages = 20;

type Answer = { data?: unknown; error?: ApiError | undefined; meta?: ApiMeta | undefined };

/**
 * The first page of the feed that has people. Our upstream reads a bounded part of the feed for each call, so a page can be
 * empty while its header names a next one.
 */
export async function feedPeople(
  call: (call: ApiCall) => Answer | PromiseLike<Answer>,
  params: NonNullable<ApiCall['params']>,
): Promise<{ data: FeedItem[] } | { error: ApiError }> {
  let cursor: string | undefined;
  for (let page = 1; ; page += 1) {
    const { data, error, meta } = await call({ url: apiPaths.feed, params: { ...params, cursor } });
    if (error) return { error };
    const people = (data as FeedReply).filter((person) => person !== null);
    cursor = meta?.nextCursor;
    if (people.length > 0 || cursor === undefined || page === maxPages) return { data: people };
  }
}
