import { useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from 'sonner';
import { useBlockPersonMutation } from '#client/store/api/safety/block-api.ts';
import { errorMessage } from '#client/text/api-error.ts';
import { fullName } from '#client/text/person.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import type { User } from '#shared/api/users.ts';

export interface BlockDialogProps {
  person: User;
  onClose: () => void;
  /** Moves the focus away from what leaves the screen with the person. */
  onBlocked?: (() => void) | undefined;
}

/** Says what a block does, and blocks. The same dialog everywhere. */
export function BlockDialog({ person, onClose, onBlocked }: BlockDialogProps) {
  const [block, { isLoading }] = useBlockPersonMutation();
  const [failure, setFailure] = useState<string>();
  const { firstName } = person;
  const confirm = async () => {
    setFailure(undefined);
    try {
      await block(person._id).unwrap();
      // Closed first: a modal dialog lets nothing outside take the focus.
      flushSync(onClose);
      onBlocked?.();
      toast(`${fullName(person)} is blocked`);
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  return (
    <Dialog
      title={`Block ${fullName(person)}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" pending={isLoading} onClick={() => void confirm()}>
            Block
          </Button>
        </>
      }
    >
      <ul className="flex list-disc flex-col gap-2 ps-5">
        <li>You no longer see each other: not in the feed, in search, on projects or online.</li>
        <li>
          Your connection, requests and asks to join each other’s projects end. Unblocking does not bring them back.
        </li>
        <li>Neither of you can write to the other. What was said stays here for you to read.</li>
        <li>{firstName} is not told. To them, your account looks like one that was deleted.</li>
      </ul>
      <p className="mt-3 text-muted text-small">You can unblock people in Settings, under Privacy.</p>
      <ErrorLine className="mt-3">{failure === undefined ? undefined : `Not blocked. ${failure}`}</ErrorLine>
    </Dialog>
  );
}
