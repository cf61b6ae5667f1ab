import Compass from 'lucide-react/icons/compass';
import FilterX from 'lucide-react/icons/funnel-x';
import Undo2 from 'lucide-react/icons/undo-2';
import { Button, ButtonLink } from '#client/ui/button.tsx';

import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { to } from '#shared/routes.ts';

interface CaughtUpProps {
  onUndo: (() => void) | undefined;
  onRefresh: () => void;
  refreshing: boolean;
}

export function CaughtUp({ onUndo, onRefresh, refreshing }: CaughtUpProps) {
  return (
    <EmptyState
      title="You have seen everyone for now"
      icon={<Compass size={24} strokeWidth={1.75} />}
      actions={
        <>
          {onUndo && <UndoButton onUndo={onUndo} />}
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

function UndoButton({ onUndo }: { onUndo: () => void }) {
  return (
    <Button onClick={onUndo}>
      <Undo2 size={16} strokeWidth={1.75} aria-hidden="true" />
      Undo last
    </Button>
  );
}

interface NobodyFoundProps {
  /** The skill that is asked for, or an empty string. */
  skill: string;
  onUndo: (() => void) | undefined;
  onClear: () => void;
}

/** Shown when the filters leave nobody in the feed. */
export function NobodyFound({ skill, onUndo, onClear }: NobodyFoundProps) {
  return (
    <EmptyState
      title={skill === '' ? 'Nobody new matches the filters' : `Nobody new with ${skill}`}
      icon={<FilterX size={24} strokeWidth={1.75} />}
      actions={
        <>
          {onUndo && <UndoButton onUndo={onUndo} />}
          <Button look="primary" onClick={onClear}>
            Clear filters
          </Button>
        </>
      }
    />
  );
}
