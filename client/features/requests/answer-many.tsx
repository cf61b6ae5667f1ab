import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import type { Review } from '#shared/api/requests.ts';
import type { Selection } from './use-selection.ts';

/** The controls that answer several requests at once, after asking for confirmation. */
export function AnswerMany({ selection, onAnswer }: { selection: Selection; onAnswer: (status: Review) => void }) {
  const [asking, setAsking] = useState<Review>();
  const { isOn, chosen, allChosen } = selection;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Button aria-pressed={isOn} onClick={() => selection.turn(!isOn)}>
          {isOn ? 'Done selecting' : 'Select'}
        </Button>
        {isOn && (
          <Button look="quiet" onClick={selection.toggleAll}>
            {allChosen ? 'Clear selection' : 'Select all'}
          </Button>
        )}
        {isOn && chosen.length > 0 && (
          <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
            <Button look="primary" onClick={() => setAsking('accepted')}>
              Accept {chosen.length}
            </Button>
            <Button onClick={() => setAsking('rejected')}>Reject {chosen.length}</Button>
          </div>
        )}
      </div>
      {asking && (
        <Confirm
          status={asking}
          count={chosen.length}
          onCancel={() => setAsking(undefined)}
          onConfirm={() => {
            setAsking(undefined);
            onAnswer(asking);
          }}
        />
      )}
    </>
  );
}

interface ConfirmProps {
  status: Review;
  count: number;
  onCancel: () => void;
  onConfirm: () => void;
}

function Confirm({ status, count, onCancel, onConfirm }: ConfirmProps) {
  const verb = status === 'accepted' ? 'Accept' : 'Reject';
  return (
    <Dialog
      title={`${verb} ${count} requests?`}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button look={status === 'accepted' ? 'primary' : 'danger'} onClick={onConfirm}>
            {verb} {count}
          </Button>
        </>
      }
    >
      <p>
        {status === 'accepted'
          ? 'You will be connected with each of them, and can chat.'
          : 'They are not told, and their requests cannot be brought back.'}
      </p>
    </Dialog>
  );
}
