import { expect } from 'vitest';
import type { TestClient } from './test-client.ts';

interface Item {
  _id: string;
  createdAt: string;
}

/** The items of a list that is read page after page of this size, until a page has no cursor. */
export async function everyPage(client: TestClient, path: string, limit: number): Promise<Item[]> {
  const seen: Item[] = [];
  const query = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body, text } = await client.get(`${query}${cursor && `&cursor=${cursor}`}`);
    const items: Item[] = body.items ?? body.data ?? body.project;
    expect(items.length, text).toBeLessThanOrEqual(limit);
    seen.push(...items);
    cursor = body.nextCursor;
  }
  return seen;
}
