import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { toast } from 'sonner';
import { announce } from '#client/dom/announce.ts';
import { focusBeside } from '#client/dom/focus-beside.ts';
import { useProjectInterestsQuery, useReviewInterestMutation } from '#client/store/api/projects-api.ts';
import { errorMessage } from '#client/text/api-error.ts';
import { fullName } from '#client/text/person.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { RowBones } from '#client/ui/skeleton.tsx';
import { SkillChips } from '#client/ui/skill-chips.tsx';
import type { ProjectInterest } from '#shared/api/projects.ts';
import { to } from '#shared/routes.ts';

/** Who asks to join, for the creator. With the capability `projects.interest`. */
export function ProjectAskers({ projectId, waiting }: { projectId: string; waiting: number | undefined }) {
  const { data, error, isFetching, refetch } = useProjectInterestsQuery(projectId, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const { hidden, failed, answer } = useAnswers();
  const open = data?.filter(({ status }) => status === 'interested');
  const asking = open?.filter(({ _id }) => !hidden.has(_id));
  // Before the list is there, and where it has more pages, the project knows how many wait.
  const count = Math.max((waiting ?? 0) - (open?.length ?? 0), 0) + (asking?.length ?? 0);

  return (
    <section aria-labelledby="askers-heading" className="card gap-4 p-4">
      <h2 id="askers-heading" ref={heading} tabIndex={-1} className="text-h3">
        Interested people <span className="font-mono text-micro text-muted">{count}</span>
      </h2>
      {asking === undefined &&
        (error === undefined ? (
          <RowBones rows={2} />
        ) : (
          <ErrorState error={error} onRetry={refetch} retrying={isFetching} />
        ))}
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
                </div>
              </div>
              {interest.note && (
                <blockquote className="border-s-3 border-base-300 ps-3 text-small" dir="auto">
                  {interest.note}
                </blockquote>
              )}
              <SkillChips skills={interest.user.skills} max={4} />
              {failed.has(interest._id) && (
                <p role="alert" className="text-error text-small">
                  {failed.get(interest._id)}
                </p>
              )}
              <div className="flex gap-2">
                {(['accepted', 'rejected'] as const).map((status) => (
                  <Button
                    key={status}
                    look={status === 'accepted' ? 'primary' : 'quiet'}
                    className="btn-sm pointer-coarse:min-h-11"
                    aria-label={`${words[status]} ${fullName(interest.user)}`}
                    onClick={(event) => {
                      focusBeside(event.currentTarget.closest('li'), heading.current);
                      void answer(interest, status);
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
    </section>
  );
}

const words = { accepted: 'Accept', rejected: 'Reject' } as const;

/** Who is answered leaves the list at once, and comes back with a reason when it failed. */
function useAnswers() {
  const [review] = useReviewInterestMutation();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<ReadonlyMap<string, string>>(new Map());
  const underWay = useRef(new Set<string>());

  const answer = async ({ _id: interestId, user }: ProjectInterest, status: 'accepted' | 'rejected') => {
    if (underWay.current.has(interestId)) return;
    underWay.current.add(interestId);
    setHidden((before) => new Set(before).add(interestId));
    setFailed((before) => new Map([...before].filter(([id]) => id !== interestId)));
    const name = fullName(user);
    try {
      await review({ status, interestId }).unwrap();
      announce(status === 'accepted' ? `${name} is a member now` : `${name} was not accepted`);
      if (status === 'accepted') toast.success(`${name} is a member now. You two can chat.`);
    } catch (failure) {
      setHidden((before) => new Set([...before].filter((id) => id !== interestId)));
      setFailed((before) => new Map(before).set(interestId, errorMessage(failure)));
    } finally {
      underWay.current.delete(interestId);
    }
  };
  return { hidden, failed, answer };
}
