import { peopleApi } from '#client/store/api/people-api.ts';
import type { FirstCalls } from '#client/store/first-calls.ts';

export const callConnections: FirstCalls = async (store) => {
  const { data } = await store.dispatch(peopleApi.endpoints.connections.initiate(undefined, { subscribe: false }));
  return { answer: data, shown: ['photoUrl'] };
};
