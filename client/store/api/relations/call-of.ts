import type { ApiCall } from '#client/store/api/base-query/base-query.ts';
import { fullName } from '#client/text/person.ts';
import { apiPaths } from '#shared/paths.ts';
import type { RelationStep } from './relation-step.ts';

/** The call behind a step. Decisions and removals name the person, answers and withdrawals the request. */
export function callOf({ action, person, note }: RelationStep, requestId = ''): ApiCall {
  const personId = person?._id ?? '';
  const name = fullName(person);
  switch (action) {
    case 'interested':
      return {
        url: apiPaths.request('interested', personId),
        method: 'POST',
        ...(note && { body: { note } }),
        waits: `Interested in ${name}`,
      };
    case 'ignore':
      return { url: apiPaths.request('ignored', personId), method: 'POST', waits: `Ignore ${name}` };
    case 'accept':
      return {
        url: apiPaths.requestReview('accepted', requestId),
        method: 'POST',
        waits: `Accept the request of ${name}`,
      };
    case 'reject':
      return {
        url: apiPaths.requestReview('rejected', requestId),
        method: 'POST',
        waits: `Reject the request of ${name}`,
      };
    case 'withdraw':
      return {
        url: apiPaths.requestWithdraw(requestId),
        method: 'DELETE',
        waits: `Take back the request to ${name}`,
      };
    case 'remove':
      return { url: apiPaths.connection(personId), method: 'DELETE' };
  }
}
