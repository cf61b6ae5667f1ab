import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { toast } from 'sonner';
import { freshForSeconds } from '#client/api/base-api.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { focusBeside } from '#client/lib/dom/focus.ts';
import { errorMessage } from '#client/lib/text/api-error.ts';
import { fullName } from '#client/lib/text/person.ts';
import { shortCount } from '#client/lib/text/short-count.ts';
import { useAppSelector, useAppStore } from '#client/state/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { SkillChips } from '#client/ui/person/person-facts.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { Section } from '#client/ui/section.tsx';
import { ErrorLine, ErrorState } from '#client/ui/state/errors.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import type { ProjectInterest } from '#shared/api/projects.ts';
import { limits } from '#shared/limits.ts';
import { to } from '#shared/routes.ts';
import { interestApi, useProjectInterestsQuery } from './interest-api.ts';

/** The people who ask to join, for the creator; nothing while nobody does. With the capability `projects.interest`. */
export function ProjectAskers({ projectId, waiting }: { projectId: string; waiting: number | undefined }) {
  const { data, error, refetch } = useProjectInterestsQuery(projectId, {
    refetchOnMountOrArgChange: freshForSeconds,
    refetchOnFocus: true,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const [answers, setAnswers] = useState<Record<string, string>>({});
  const { answer, isAnswered, failureOf } = useAnswers(projectId);
  const open = data?.filter(({ status }) => status === 'interested');
  const asking = open?.filter((interest) => !isAnswered(interest));
  // The project's count also covers people on later pages, and the time before the list is loaded.
  const count = Math.max((waiting ?? 0) - (open?.length ?? 0), 0) + (asking?.length ?? 0);
  // Stays after the last answer, for the focus and the words there.
  const [isShown, setIsShown] = useState(false);
  const isEmpty = asking === undefined ? waiting === 0 && error === undefined : count === 0;
  if (!isShown && !isEmpty) setIsShown(true);
  if (!isShown) return null;

  return (
    <Section title="Interested people" count={shortCount(count)} heading={heading} className="card gap-4 p-4">
      {asking === undefined &&
        (error === undefined ? <RowBones rows={2} /> : <ErrorState error={error} onRetry={refetch} />)}
      {asking?.length === 0 && <p className="text-small text-muted">Nobody is waiting for your answer.</p>}
      {asking !== undefined && asking.length > 0 && (
        <ul className="divide-y divide-base-300">
          {asking.map((interest) => (
            <li key={interest._id} className="flex flex-col gap-2 py-4 first:pt-0 last:pb-0">
              <div className="flex items-center gap-3">
                <Avatar person={interest.user} />
                <div className="min-w-0 flex-1">
                  <Link to={to.otherProfile(interest.user._id)} className="font-semibold hover:underline">
                    {fullName(interest.user)}
                  </Link>
                  <div>
                    <RelativeTime iso={interest.createdAt} />
                  </div>
                  {interest.role && (
                    <div className="text-small" dir="auto">
                      For <span className="font-semibold">{interest.role}</span>
                    </div>
                  )}
                </div>
              </div>
              {interest.note && (
                <blockquote className="border-s-3 border-base-300 ps-3 text-small" dir="auto">
                  {interest.note}
                </blockquote>
              )}
              <SkillChips skills={interest.user.skills} max={4} />
              <TextField
                label={`Answer to ${interest.user.firstName} (optional)`}
                dir="auto"
                maxLength={limits.interestNote.max}
                value={answers[interest._id] ?? ''}
                onChange={({ target }) => setAnswers((before) => ({ ...before, [interest._id]: target.value }))}
              />
              <ErrorLine>{failureOf(interest)}</ErrorLine>
              <div className="flex gap-2">
                {(['accepted', 'rejected'] as const).map((status) => (
                  <Button
                    key={status}
                    look={status === 'accepted' ? 'primary' : 'quiet'}
                    className="btn-sm pointer-coarse:min-h-11"
                    aria-label={`${words[status]} ${fullName(interest.user)}`}
                    onClick={(event) => {
                      focusBeside(event.currentTarget.closest('li'), heading.current);
                      void answer(interest, status, answers[interest._id]?.trim());
                    }}
                  >
                    {words[status]}
                  </Button>
                ))}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const words = { accepted: 'Accept', rejected: 'Reject' } as const;

/** Answers people who ask to join, and tells the outcome. */
function useAnswers(projectId: string) {
  const store = useAppStore();
  const reviews = useAppSelector((state) => state.api.mutations);
  // Patches of the cache reach the screen with the next frame, and a second press may come before it.
  const [underWay, setUnderWay] = useState<readonly string[]>([]);
  // Failures of an earlier visit are gone.
  const [since] = useState(() => Date.now());

  const answer = async (
    { _id: interestId, user }: ProjectInterest,
    status: 'accepted' | 'rejected',
    note: string | undefined,
  ) => {
    if (store.getState().api.mutations[keyOf(interestId)]?.status === 'pending') return;
    setUnderWay((ids) => [...ids, interestId]);
    const asked = { projectId, interestId, status, ...(note && { note }) };
    const { error } = await store.dispatch(
      interestApi.endpoints.reviewInterest.initiate(asked, { fixedCacheKey: keyOf(interestId) }),
    );
    setUnderWay((ids) => ids.filter((id) => id !== interestId));
    if (error !== undefined) return;
    const name = fullName(user);
    if (status === 'accepted') toast.success(`${name} is a member now. You two can chat.`);
    else announce(`${name} was not accepted`);
  };
  return {
    answer,
    /** An answer is under way: the list may have been fetched before it reached the upstream. */
    isAnswered: ({ _id }: ProjectInterest) => underWay.includes(_id),
    failureOf: ({ _id }: ProjectInterest) => {
      const made = reviews[keyOf(_id)];
      return made?.status === 'rejected' && made.startedTimeStamp >= since ? errorMessage(made.error) : undefined;
    },
  };
}

const keyOf = (interestId: string) => `interest:${interestId}`;
