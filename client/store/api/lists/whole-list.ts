import type { ApiCall } from '#client/store/api/base-query/base-query.ts';
import type { ApiError } from '#client/text/api-error.ts';

/** More than any list of ours has; stops an upstream whose pages never end. */
const maxPages = 40;

interface PagedReply {
  nextCursor?: string | null;
}

type Call = (call: ApiCall) => Answer | PromiseLike<Answer>;
type Answer = { data?: unknown; error?: ApiError | undefined };

/** Loads a list page by page, up to `most` items. An upstream without pages answers the whole list at once. */
export async function wholeList<Reply extends PagedReply, Item>(
  call: Call,
  { url, params }: Pick<ApiCall, 'url' | 'params'>,
  itemsOf: (reply: Reply) => readonly Item[],
  most = Infinity,
): Promise<{ data: Item[] } | { error: ApiError }> {
  const items: Item[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await call({ url, params: { ...params, cursor } });
    if (answer.error) return { error: answer.error };
    const reply = answer.data as Reply;
    items.push(...itemsOf(reply));
    if (!reply.nextCursor || items.length >= most) break;
    cursor = reply.nextCursor;
  }
  return { data: items.slice(0, most) };
}
