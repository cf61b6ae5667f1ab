import type { Ref } from 'react';
import { announce } from '#client/dom/focus/announce.ts';
import { clockTimeOrDate } from '#client/text/time.ts';
import { Button } from '#client/ui/button.tsx';
import { changedParts, type Fields } from './project-fields.ts';
import type { ProjectDraft } from './use-project-fields.ts';

export function RestoredBar({ savedAt, onDiscard }: { savedAt: string; onDiscard: () => void }) {
  return (
    <div className="alert alert-soft alert-info flex flex-wrap justify-between">
      <p>Draft from {clockTimeOrDate(savedAt)} restored</p>
      <Button
        className="btn-sm"
        onClick={() => {
          onDiscard();
          announce('Draft discarded');
        }}
      >
        Discard
      </Button>
    </div>
  );
}

/** The project changed elsewhere while the user edited it here: the user chooses which version stays. */
export function Conflict({ draft, theirs, ref }: { draft: ProjectDraft; theirs: Fields; ref: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} role="alert" tabIndex={-1} className="alert alert-soft alert-warning flex flex-wrap justify-between">
      <p className="min-w-48 flex-1">
        This project changed elsewhere meanwhile. It differs from yours in:{' '}
        {changedParts(theirs, draft.fields).join(', ')}.
      </p>
      <div className="flex gap-2">
        <Button className="btn-sm" onClick={draft.keepMine}>
          Keep mine
        </Button>
        <Button className="btn-sm" onClick={draft.loadTheirs}>
          Load theirs
        </Button>
      </div>
    </div>
  );
}
