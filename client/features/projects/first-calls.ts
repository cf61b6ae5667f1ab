import { callNotificationCounts } from '#client/store/api/notifications/use-notification-counts.ts';
import { projectsApi } from '#client/store/api/projects-api.ts';
import type { FirstCalls } from '#client/store/first-calls.ts';
import { ownIn } from '#client/store/slices/auth-slice.ts';

const once = { subscribe: false } as const;

export const callProjects: FirstCalls = async (store, { query }) => {
  const own = ownIn(store.getState());
  const { exploreProjects, exploreProbe, interestedAndAcceptedProjects, personalProjects } = projectsApi.endpoints;
  const tab = query.get('tab');
  const [all, asked, personal] = await Promise.all([
    tab === 'explore' && !narrowsProjects(query) && store.dispatch(exploreProjects.initiate(undefined, once)),
    tab === 'interested' && store.dispatch(interestedAndAcceptedProjects.initiate(undefined, once)),
    own && !query.has('tab') && store.dispatch(personalProjects.initiate({ userId: own._id }, once)),
    tab !== 'explore' && store.dispatch(exploreProbe.initiate(undefined, once)),
    callNotificationCounts(store),
  ]);
  if (personal) return { answer: personal.data, shown: ['projectImage'] };
  return { answer: (asked || all || undefined)?.data, shown: ['projectImage', 'photoUrl'] };
};

export const callProject: FirstCalls = async (store, { id }) => {
  const { data } = await store.dispatch(projectsApi.endpoints.project.initiate(id, once));
  // Members are named far below.
  const first = data && { projectImage: data.projectImage, creator: data.creator };
  return { answer: first, shown: ['projectImage', 'photoUrl'] };
};

export const callEditProject: FirstCalls = async (store, { id }) => {
  const { data } = await store.dispatch(projectsApi.endpoints.project.initiate(id, once));
  return { answer: data, shown: ['projectImage'] };
};

/** Whether the address narrows the list of all projects: who lists a narrowed one depends on the upstream's capabilities. */
function narrowsProjects(query: URLSearchParams): boolean {
  return ['status', 'role', 'skill'].some((name) => query.has(name));
}
