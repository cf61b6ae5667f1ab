import { loadCapabilities } from '#client/store/api/capabilities.ts';
import { peopleApi } from '#client/store/api/people-api.ts';
import type { FirstCalls } from '#client/store/first-calls.ts';

const once = { subscribe: false } as const;

export const callRequests: FirstCalls = async (store, { query }) => {
  const { received, sent } = peopleApi.endpoints;
  if (query.get('tab') === 'sent') {
    if (!(await loadCapabilities(store))?.includes('requests.sent')) return undefined;
    const { data } = await store.dispatch(sent.initiate(undefined, once));
    return { answer: data, shown: ['photoUrl'] };
  }
  const { data } = await store.dispatch(received.initiate(undefined, once));
  return { answer: data, shown: ['photoUrl'] };
};
