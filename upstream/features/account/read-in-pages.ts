/** Rows read at once: few enough that reading and writing them holds the event loop for some milliseconds only. */
export const pageSize = 200;

/** Reads page after page, each beginning after the last row of the one before, until one is not full. */
export async function* rowsOf<Row>(
  readPage: (last: Row | undefined) => Promise<Row[]>,
  size = pageSize,
): AsyncGenerator<Row> {
  let page: Row[] = [];
  do {
    page = await readPage(page.at(-1));
    yield* page;
  } while (page.length === size);
}
