import { useCallback, useRef, useState } from 'react';
import { toast } from 'sonner';
import { announce } from '#client/dom/announce.ts';
import { baseApi } from '#client/store/api/base-api.ts';
import { useReviewRequestMutation } from '#client/store/api/people-api.ts';
import { useAppDispatch } from '#client/store/hooks.ts';
import { removeRequest } from '#client/store/slices/requests-slice.ts';
import { errorMessage, isApiError } from '#client/text/api-error.ts';
import { fullName } from '#client/text/person.ts';
import type { ReceivedRequest, Review } from '#shared/api/requests.ts';

/**
 * Answers requests, each once. Accepted rows stay a moment as "Connected"; rejected ones leave at once. Both come back
 * with a reason when it failed.
 */
export function useReviews(forget: (requestId: string) => void) {
  const dispatch = useAppDispatch();
  const [review] = useReviewRequestMutation();
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<ReadonlyMap<string, string>>(new Map());
  const underWay = useRef(new Set<string>());

  const dismiss = useCallback(
    (requestId: string) => {
      setAnswered((before) => without(before, requestId));
      forget(requestId);
      dispatch(removeRequest(requestId));
    },
    [dispatch, forget],
  );

  const answerOne = async ({ _id: requestId }: ReceivedRequest, status: Review): Promise<string | undefined> => {
    try {
      await review({ status, requestId }).unwrap();
      if (status === 'rejected') dismiss(requestId);
      else dispatch(removeRequest(requestId));
      return undefined;
    } catch (error) {
      const reason = errorMessage(error);
      // Answered elsewhere, or taken back: the list is behind.
      if (isApiError(error) && [404, 409].includes(error.status)) {
        dispatch(baseApi.util.invalidateTags(['Received', 'Connections']));
      }
      setAnswered((before) => without(before, requestId));
      setFailed((before) => new Map(before).set(requestId, reason));
      return reason;
    } finally {
      setHidden((before) => without(before, requestId));
      underWay.current.delete(requestId);
    }
  };

  /** All of them look answered at once; the calls go one after the other. */
  const answer = async (requests: readonly ReceivedRequest[], status: Review) => {
    const chosen = requests.filter(({ _id }) => !underWay.current.has(_id));
    const ids = chosen.map(({ _id }) => _id);
    if (ids.length === 0) return;
    for (const id of ids) underWay.current.add(id);
    setFailed((before) => new Map([...before].filter(([id]) => !ids.includes(id))));
    (status === 'accepted' ? setAnswered : setHidden)((before) => new Set([...before, ...ids]));
    const reasons: string[] = [];
    for (const request of chosen) {
      const reason = await answerOne(request, status);
      if (reason !== undefined) reasons.push(`${fullName(request.fromUserID)}: ${reason}`);
    }
    const done = chosen.length - reasons.length;
    const [first] = chosen;
    if (done > 1) announce(`${done} requests ${status}`);
    else if (done === 1 && chosen.length === 1)
      announce(`Request from ${first?.fromUserID?.firstName ?? 'a former member'} ${status}`);
    if (reasons.length === 1) toast.error(reasons[0]);
    else if (reasons.length > 1) toast.error(`${reasons.length} requests could not be answered.`);
  };
  return { answered, failed, hidden, answer, dismiss };
}

function without(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  next.delete(id);
  return next;
}
