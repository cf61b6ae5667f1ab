import type { ApiCall } from '#client/store/api/base-query/base-query.ts';
import { apiPaths } from '#shared/paths.ts';
import type { RelationStep } from './relation-step.ts';

/** The call behind a step. Decisions and removals name the person, answers and withdrawals the request. */
export function callOf({ action, person }: RelationStep, requestId = ''): ApiCall {
  const personId = person?._id ?? '';
  switch (action) {
    case 'interested':
      return { url: apiPaths.request('interested', personId), method: 'POST' };
    case 'ignore':
      return { url: apiPaths.request('ignored', personId), method: 'POST' };
    case 'accept':
      return { url: apiPaths.requestReview('accepted', requestId), method: 'POST' };
    case 'reject':
      return { url: apiPaths.requestReview('rejected', requestId), method: 'POST' };
    case 'withdraw':
      return { url: apiPaths.requestWithdraw(requestId), method: 'DELETE' };
    case 'remove':
      return { url: apiPaths.connection(personId), method: 'DELETE' };
  }
}
