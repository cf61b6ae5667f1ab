/** More than any list needs; stops an upstream whose pages never end. */
const maxPages = 20;

/**
 * The first page that has items, from `cursor` on. Our upstream looks at a bounded number of rows for each call, so a page
 * can be empty while it names a next one.
 */
export async function filledPage<Page>(
  cursor: string | undefined,
  load: (cursor: string | undefined) => Promise<Page>,
  read: (page: Page) => { isEmpty: boolean; next: string | null | undefined },
): Promise<Page> {
  let from = cursor;
  for (let count = 1; ; count += 1) {
    const page = await load(from);
    const { isEmpty, next } = read(page);
    if (!isEmpty || !next || count === maxPages) return page;
    from = next;
  }
}
