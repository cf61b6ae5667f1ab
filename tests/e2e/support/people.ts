import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { AnotherCaller, SignUp } from './product.ts';

/** Calls the API with the session of that page. */
export async function ask(request: APIRequestContext, userId: string): Promise<void> {
  const reply = await request.post(`/api/request/interested/${userId}`);
  expect(reply.status(), await reply.text()).toBe(200);
}

/** The person of the page, and others who asked to connect with them. */
export async function askedBy(names: string[], signUp: SignUp, anotherCaller: AnotherCaller) {
  const own = await signUp({ firstName: 'Olga', lastName: 'Own' });
  const askers = [];
  for (const firstName of names) {
    const asker = await anotherCaller({ firstName, lastName: 'Asker' });
    await ask(asker.request, own._id);
    askers.push(asker);
  }
  return { own, askers };
}

export const rowOf = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });
