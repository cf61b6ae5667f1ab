import Compass from 'lucide-react/icons/compass';
import FilterX from 'lucide-react/icons/funnel-x';
import Undo2 from 'lucide-react/icons/undo-2';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { to } from '#shared/routes.ts';
import { type FeedChoices, isNarrowed, noFilters } from '../use-feed-choices.ts';

interface Props {
  choices: FeedChoices & { choose: (choice: Partial<FeedChoices>) => void };
  onUndo: (() => void) | undefined;
  onRefresh: () => void;
  refreshing: boolean;
}

/** Says that there are no new people, or none that match the filters. */
export function EmptyFeed({ choices, onUndo, onRefresh, refreshing }: Props) {
  const { skill, choose } = choices;
  const undo = onUndo && (
    <Button onClick={onUndo}>
      <Undo2 size={16} strokeWidth={1.75} aria-hidden="true" />
      Undo last
    </Button>
  );
  if (isNarrowed(choices))
    return (
      <EmptyState
        title={skill === '' ? 'Nobody new matches the filters' : `Nobody new with ${skill}`}
        icon={<FilterX size={24} strokeWidth={1.75} />}
        actions={
          <>
            {undo}
            <Button look="primary" onClick={() => choose(noFilters)}>
              Clear filters
            </Button>
          </>
        }
      />
    );
  return (
    <EmptyState
      title="You have seen everyone for now"
      icon={<Compass size={24} strokeWidth={1.75} />}
      actions={
        <>
          {undo}
          <Button pending={refreshing} onClick={onRefresh}>
            Refresh
          </Button>
          <ButtonLink to={`${to.projects()}?tab=explore`}>Explore projects</ButtonLink>
          <ButtonLink to={to.editProfile()} look="primary">
            Improve your profile
          </ButtonLink>
        </>
      }
    >
      New people appear here as they join.
    </EmptyState>
  );
}
