import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { toast } from 'sonner';
import { announce } from '#client/lib/announce.ts';
import { errorMessage } from '#client/lib/api-error.ts';
import { fullName } from '#client/lib/person.ts';
import { useProjectInterestsQuery, useReviewInterestMutation } from '#client/store/projects-api.ts';
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
  const [review, reviewing] = useReviewInterestMutation();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const asking = data?.filter(({ status }) => status === 'interested');

  const answer = async (interest: ProjectInterest, status: 'accepted' | 'rejected', index: number) => {
    if (reviewing.isLoading) return;
    const name = fullName(interest.user);
    try {
      await review({ status, interestId: interest._id }).unwrap();
      announce(status === 'accepted' ? `${name} is a member now` : `${name} was not accepted`);
      if (status === 'accepted') toast.success(`${name} is a member now. You two can chat.`);
    } catch (failure) {
      toast.error(errorMessage(failure));
    }
    await refetch();
    // The row is gone: focus goes to the one that took its place, else to the heading.
    requestAnimationFrame(() => {
      const rows = list.current?.querySelectorAll<HTMLElement>('[data-accept]');
      (rows?.[Math.min(index, (rows.length || 1) - 1)] ?? heading.current)?.focus();
    });
  };

  return (
    <section aria-labelledby="askers-heading" className="card gap-4 p-4">
      <h2 id="askers-heading" ref={heading} tabIndex={-1} className="text-h3">
        Interested people{' '}
        <span className="font-mono text-micro text-muted">{Math.max(waiting ?? 0, asking?.length ?? 0)}</span>
      </h2>
      {asking === undefined &&
        (error === undefined ? (
          <RowBones rows={2} />
        ) : (
          <ErrorState error={error} onRetry={refetch} retrying={isFetching} />
        ))}
      {asking?.length === 0 && <p className="text-small text-muted">Nobody is waiting for your answer.</p>}
      {asking !== undefined && asking.length > 0 && (
        <ul ref={list} className="flex flex-col gap-4">
          {asking.map((interest, index) => (
            <li key={interest._id} className="flex flex-col gap-2">
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
              <div className="flex gap-2">
                <Button
                  look="primary"
                  className="btn-sm"
                  data-accept
                  aria-label={`Accept ${fullName(interest.user)}`}
                  onClick={() => answer(interest, 'accepted', index)}
                >
                  Accept
                </Button>
                <Button
                  look="quiet"
                  className="btn-sm"
                  aria-label={`Reject ${fullName(interest.user)}`}
                  onClick={() => answer(interest, 'rejected', index)}
                >
                  Reject
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
