import { useState } from 'react';
import { toast } from 'sonner';
import { announce } from '#client/dom/focus/announce.ts';
import { screenHeading } from '#client/dom/focus/focus-beside.ts';
import { errorMessage } from '#client/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import type { Project } from '#shared/api/projects.ts';
import { useAcceptProjectMutation, useEndOfferMutation } from './member-api.ts';

/** The creator offers the project to the user, a member, who accepts or declines. */
export function ProjectOffer({ project: { _id, creator, projectName } }: { project: Project }) {
  const [accept, accepting] = useAcceptProjectMutation();
  const [decline, declining] = useEndOfferMutation();
  const [failure, setFailure] = useState<string>();
  const isPending = accepting.isLoading || declining.isLoading;

  const answer = async (isAccepted: boolean) => {
    if (isPending) return;
    setFailure(undefined);
    const { error } = await (isAccepted ? accept(_id) : decline(_id));
    if (error !== undefined) return setFailure(errorMessage(error));
    // The buttons go with the offer.
    screenHeading()?.focus();
    if (isAccepted) toast.success(`${projectName} is yours now`);
    else announce('The offer is declined');
  };
  return (
    <section aria-labelledby="offer-heading" className="card gap-3 border-primary p-4">
      <h2 id="offer-heading" className="text-h3">
        {creator.firstName} offers you this project
      </h2>
      <p className="text-small text-muted">
        You would decide who joins, and could edit and delete it. {creator.firstName} stays as a member.
      </p>
      <ErrorLine>{failure}</ErrorLine>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" pending={accepting.isLoading} onClick={() => void answer(true)}>
          Accept the project
        </Button>
        <Button look="quiet" pending={declining.isLoading} onClick={() => void answer(false)}>
          Decline
        </Button>
      </div>
    </section>
  );
}
