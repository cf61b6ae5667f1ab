import type { ApiCall } from '#client/api/base-query/base-query.ts';
import type { ApiError } from '#client/lib/text/api-error.ts';

/** How much of a list is loaded; stops an upstream whose pages never end. A screen says when a list is as long as this. */
export const mostListed = 2000;

interface PagedReply {
  nextCursor?: string | null;
}

export type Call = (call: ApiCall) => Answer | PromiseLike<Answer>;
type Answer = { data?: unknown; error?: ApiError | undefined };

/** Loads a list page by page, up to `most` items. An upstream without pages answers the whole list at once. */
export async function wholeList<Reply extends PagedReply, Item>(
  call: Call,
  { url, params }: Pick<ApiCall, 'url' | 'params'>,
  itemsOf: (reply: Reply) => readonly Item[],
  most = mostListed,
): Promise<{ data: Item[] } | { error: ApiError }> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const answer = await call({ url, params: { ...params, cursor } });
    if (answer.error) return { error: answer.error };
    const reply = answer.data as Reply;
    items.push(...itemsOf(reply));
    cursor = reply.nextCursor ?? undefined;
  } while (cursor !== undefined && items.length < most);
  return { data: items.slice(0, most) };
}
