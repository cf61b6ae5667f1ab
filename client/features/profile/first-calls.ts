import { peopleApi } from '#client/store/api/people-api.ts';
import type { FirstCalls } from '#client/store/first-calls.ts';

/** The own profile, and its form, show the user that the profile load has brought. */
export const callOwnProfile: FirstCalls = async (store) => ({
  answer: store.getState().auth.user,
  shown: ['photoUrl', 'coverUrl'],
});

export const callOtherProfile: FirstCalls = async (store, { id }) => {
  const { data } = await store.dispatch(peopleApi.endpoints.person.initiate(id, { subscribe: false }));
  return { answer: data, shown: ['photoUrl', 'coverUrl'] };
};
