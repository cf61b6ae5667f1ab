import { type FormEvent, useId, useRef, useState } from 'react';
import { announce } from '#client/dom/focus/announce.ts';
import { focusBeside } from '#client/dom/focus/focus-beside.ts';
import { errorMessage } from '#client/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import type { Passkey } from '#shared/api/passkeys.ts';
import { useOwnerConfirmation } from '../confirm-owner/use-owner-confirmation.tsx';
import { useRemovePasskeyMutation, useRenamePasskeyMutation } from './passkeys-api.ts';

export function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const [asking, setAsking] = useState<'name' | 'remove'>();
  const row = useRef<HTMLLIElement>(null);
  const nameId = useId();
  return (
    <li ref={row} className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p id={nameId} className="break-words font-semibold text-small">
          {passkey.name}
        </p>
        <p className="text-muted text-small">
          Added <RelativeTime iso={passkey.createdAt} />
          {passkey.lastUsedAt !== null && (
            <span>
              , last used <RelativeTime iso={passkey.lastUsedAt} />
            </span>
          )}
        </p>
        {passkey.flaggedAt !== null && (
          <p className="text-error text-small">It may have been copied and is refused. Remove it and add a new one.</p>
        )}
      </div>
      <div className="flex gap-2">
        <Button look="quiet" aria-describedby={nameId} onClick={() => setAsking('name')}>
          Rename
        </Button>
        <Button look="outline" aria-describedby={nameId} onClick={() => setAsking('remove')}>
          Remove
        </Button>
      </div>
      {asking === 'name' && <RenameDialog passkey={passkey} onClose={() => setAsking(undefined)} />}
      {asking === 'remove' && (
        <RemoveDialog
          passkey={passkey}
          onClose={() => setAsking(undefined)}
          onRemoved={() => focusBeside(row.current)}
        />
      )}
    </li>
  );
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name);
  const [rename, { isLoading, error }] = useRenamePasskeyMutation();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const { error: refused } = await rename({ id: passkey._id, name });
    if (refused === undefined) onClose();
  };
  return (
    <Dialog title="Rename this passkey" onClose={onClose}>
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          label="Name"
          autoComplete="off"
          data-autofocus=""
          maxLength={60}
          value={name}
          error={error && errorMessage(error)}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" pending={isLoading}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface RemoveProps {
  passkey: Passkey;
  onClose: () => void;
  onRemoved: () => void;
}

function RemoveDialog({ passkey, onClose, onRemoved }: RemoveProps) {
  const [remove, { isLoading, error }] = useRemovePasskeyMutation();
  const { confirmed, dialog } = useOwnerConfirmation();
  const confirm = async () => {
    try {
      await confirmed(() => remove(passkey._id).unwrap());
    } catch {
      // The dialog shows the mutation's error.
      return;
    }
    announce(`Passkey removed: ${passkey.name}`);
    onClose();
    onRemoved();
  };
  return (
    <Dialog
      title={`Remove “${passkey.name}”?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" pending={isLoading} onClick={() => void confirm()}>
            Remove
          </Button>
        </>
      }
    >
      <p>It no longer opens your account. Your device may go on offering it until you delete it there.</p>
      <ErrorLine>{error && errorMessage(error)}</ErrorLine>
      {dialog}
    </Dialog>
  );
}
