import { useCallback, useMemo, useState } from 'react';
import { toast } from 'sonner';
import { refetchAfterAnswers } from '#client/api/relations-api.ts';
import { useRelationActions } from '#client/api/use-relation.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { fullName } from '#client/lib/text/person.ts';
import { useAppDispatch } from '#client/state/hooks.ts';
import type { ReceivedRequest, Review } from '#shared/api/requests.ts';

/**
 * The rows on screen. New requests are counted and shown on demand, so that no row moves under the pointer; answered
 * rows stay until they are forgotten, so that they can show the outcome. A forgotten request does not count as new,
 * even when the list still holds it: the list may have been fetched before the answer reached the upstream.
 */
export function useShownRequests(current: readonly ReceivedRequest[] | null) {
  const [shown, setShown] = useState<readonly ReceivedRequest[] | null>(null);
  const [forgotten, setForgotten] = useState<ReadonlySet<string>>(new Set());
  if (shown === null && current !== null) setShown(current);

  const known = useMemo(() => new Set([...(shown ?? []).map(({ _id }) => _id), ...forgotten]), [shown, forgotten]);
  const waiting = useMemo(() => new Set((current ?? []).map(({ _id }) => _id)), [current]);
  const newer = (current ?? []).filter(({ _id }) => !known.has(_id));
  // Put new rows first and keep the old ones: a row may still be showing its outcome.
  const showNewer = () => setShown([...newer, ...(shown ?? [])]);
  const forget = useCallback((requestId: string) => {
    setShown((before) => before?.filter(({ _id }) => _id !== requestId) ?? null);
    setForgotten((before) => new Set(before).add(requestId));
  }, []);
  return { shown, waiting, newer: newer.length, showNewer, forget };
}

const actions = { accepted: 'accept', rejected: 'reject' } as const;

interface Options {
  /** Takes a rejected row off the screen for good. */
  forget: (requestId: string) => void;
  /** Called when one request, not several at once, has been accepted. */
  onAccepted: (request: ReceivedRequest) => void;
}

/** Answers received requests. */
export function useReviews({ forget, onAccepted }: Options) {
  const dispatch = useAppDispatch();
  const { act, stepOf } = useRelationActions();

  const answerOne = async (request: ReceivedRequest, status: Review, isOneOfMany: boolean) => {
    const { _id: requestId, fromUserID: person } = request;
    const result = await act({ action: actions[status], person, requestId, isOneOfMany });
    if (result.kind === 'done' && status === 'rejected') forget(requestId);
    return { request, result };
  };

  const answer = async (requests: readonly ReceivedRequest[], status: Review) => {
    const areMany = requests.length > 1;
    const results = await Promise.all(requests.map((request) => answerOne(request, status, areMany)));
    if (areMany) dispatch(refetchAfterAnswers());
    const done = results.filter(({ result }) => result.kind === 'done');
    const reasons = results.flatMap(({ request, result }) =>
      result.kind === 'failed' ? [`${fullName(request.fromUserID)}: ${result.message}`] : [],
    );
    if (done.length > 1) announce(`${done.length} requests ${status}`);
    else if (done[0] && results.length === 1) {
      const { request } = done[0];
      announce(`Request from ${request.fromUserID?.firstName ?? 'a former member'} ${status}`);
      if (status === 'accepted') onAccepted(request);
    }
    const [reason, ...others] = reasons;
    if (others.length > 0) toast.error(`${reasons.length} requests could not be answered.`);
    else if (reason !== undefined) toast.error(reason);
  };

  /** The user's answer to a request, under way or confirmed, and why the last attempt failed. */
  const answerTo = ({ _id: requestId, fromUserID: person }: ReceivedRequest) => {
    const step = stepOf({ person, requestId });
    const isOfRequest = step?.requestId === requestId && (step.isPending || step.isDone);
    return { action: isOfRequest ? step.action : undefined, failure: step?.failure?.message };
  };
  return { answer, answerTo };
}
