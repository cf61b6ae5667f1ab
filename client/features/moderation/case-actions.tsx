import type { LucideIcon } from 'lucide-react';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import EyeOff from 'lucide-react/icons/eye-off';
import Trash2 from 'lucide-react/icons/trash';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import Undo2 from 'lucide-react/icons/undo-2';
import UserRoundX from 'lucide-react/icons/user-round-x';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from 'sonner';
import { readDraft, removeDraft, writeDraft } from '#client/lib/device/drafts.ts';
import { isText } from '#client/lib/device/stored-value.ts';
import { isSaveShortcut } from '#client/lib/dom/focus.ts';
import { isApiError } from '#client/lib/text/api-error.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import { useApiForm } from '#client/ui/form/api-form.ts';
import { TextAreaField } from '#client/ui/form/field.tsx';
import { RadioChoice } from '#client/ui/form/radio-choice.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import type { CaseActionKind, ModerationCase } from '#shared/api/moderation.ts';
import { day } from '#shared/durations.ts';
import { limits } from '#shared/limits.ts';
import { actionWords, caseTitle, changesSince, consequences, dialogTitle, readersOf } from './case-words.ts';
import { useActMutation } from './moderation-api.ts';

interface Props {
  /** The actions that are possible now. */
  actions: readonly CaseActionKind[];
  onChoose: (action: CaseActionKind) => void;
}

const icons: Readonly<Record<CaseActionKind, LucideIcon>> = {
  dismiss: Check,
  hide: EyeOff,
  'hide-name': UserRoundX,
  warn: TriangleAlert,
  suspend: Ban,
  erase: Trash2,
  undo: Undo2,
};

/** Keeps a person out, or cannot be taken back. */
export function isDangerous(action: CaseActionKind): boolean {
  return action === 'suspend' || action === 'erase';
}

/** The actions of a case, each of which opens its dialog: the dangerous ones stand apart, in red. */
export function CaseActions({ actions, onChoose }: Props) {
  const dangerous = actions.filter(isDangerous);
  const light = actions.filter((action) => !isDangerous(action));
  return (
    <fieldset className="mt-2 flex flex-wrap gap-x-6 gap-y-3">
      <legend className="sr-only">What you can do</legend>
      {[light, dangerous].map(
        (group) =>
          group.length > 0 && (
            <div key={group === light ? 'light' : 'dangerous'} className="flex flex-wrap gap-2">
              {group.map((action) => (
                <ActionButton key={action} action={action} onChoose={onChoose} />
              ))}
            </div>
          ),
      )}
    </fieldset>
  );
}

function ActionButton({ action, onChoose }: { action: CaseActionKind; onChoose: Props['onChoose'] }) {
  const Icon = icons[action];
  return (
    <Button
      look={action === 'undo' ? 'quiet' : 'outline'}
      className={isDangerous(action) ? 'border-error text-error' : undefined}
      aria-haspopup="dialog"
      onClick={() => onChoose(action)}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {actionWords[action].button}
    </Button>
  );
}

interface ActionDialogProps {
  found: ModerationCase;
  action: CaseActionKind;
  onClose: () => void;
  /** Takes the focus: the button that opened the dialog may be gone. */
  onDone: () => void;
}

interface Fields {
  reason: string;
  /** How long a suspension lasts; `null` for ever. */
  days: number | null;
}

const durations: { value: Fields['days']; label: string }[] = [
  { value: 1, label: '1 day' },
  { value: 7, label: '7 days' },
  { value: 30, label: '30 days' },
  { value: null, label: 'For ever' },
];

/** Says what happens, asks for the reason, and acts. After 409 it shows what has changed, and keeps the reason. */
export function ActionDialog({ found: opened, action, onClose, onDone }: ActionDialogProps) {
  const { _id: ownId } = useOwnUser();
  const [act] = useActMutation();
  // The case as the moderator has seen it: not what a background load brings while the dialog is open.
  const [seen, setSeen] = useState(opened);
  const [changes, setChanges] = useState<readonly string[]>();
  const isPossible = seen.actions.includes(action);
  // The reason is kept on this device until the action is done.
  const draft = `moderation:${seen._id}:${action}`;
  const keep = (reason: string) =>
    reason.trim() === '' ? removeDraft(ownId, draft) : writeDraft(ownId, draft, reason, '');
  const { register, controlled, failure, formState, isSubmitting, submit } = useApiForm<Fields>({
    defaultValues: { reason: readDraft(ownId, draft, isText)?.value ?? '', days: 7 },
    send: async ({ reason, days }) => {
      const until = action === 'suspend' && days !== null && new Date(Date.now() + days * day).toISOString();
      try {
        await act({
          caseId: seen._id,
          action: { action, reason, expectedVersion: seen.version, ...(until && { until }) },
        }).unwrap();
      } catch (error) {
        const now = isApiError(error) ? error.body?.case : undefined;
        if (now === undefined) throw error;
        setChanges(changesSince(seen, now));
        return setSeen(now);
      }
      removeDraft(ownId, draft);
      // Closed first: a modal dialog lets nothing outside take the focus.
      flushSync(onClose);
      onDone();
      toast(`${actionWords[action].done}: ${caseTitle(seen)}`);
    },
  });
  const days = controlled('days');
  return (
    <Dialog
      title={dialogTitle(action, seen)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {isPossible && (
            <Button look={isDangerous(action) ? 'danger' : 'primary'} pending={isSubmitting} onClick={submit}>
              {actionWords[action].button}
            </Button>
          )}
        </>
      }
    >
      {changes !== undefined && <Changed changes={changes} isPossible={isPossible} />}
      <ul className="mb-3 flex list-disc flex-col gap-1 ps-5">
        {consequences(action, seen).map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      {action === 'suspend' && (
        <RadioChoice legend="For how long?" options={durations} chosen={days.value} onChange={days.onChange} />
      )}
      <TextAreaField
        label="Why? (required)"
        hint={readersOf(action, seen)}
        rows={3}
        maxLength={limits.moderationReason.max}
        data-autofocus
        onKeyDown={(event) => isPossible && isSaveShortcut(event) && submit(event)}
        {...register('reason', {
          validate: (reason) =>
            String(reason).trim().length >= limits.moderationReason.min || 'Say why, in a sentence.',
          onChange: ({ target }) => keep(target.value),
        })}
      />
      <ErrorLine className="mt-3">{formState.errors.reason?.message ?? (failure && `Not done. ${failure}`)}</ErrorLine>
    </Dialog>
  );
}

function Changed({ changes, isPossible }: { changes: readonly string[]; isPossible: boolean }) {
  return (
    <div role="alert" className="alert alert-soft alert-warning mb-3 block">
      <p className="font-semibold">This case has changed meanwhile. Nothing was done, and your reason is kept.</p>
      <ul className="mt-1 list-disc ps-5">
        {changes.map((each) => (
          <li key={each} className="wrap-anywhere">
            {each}
          </li>
        ))}
      </ul>
      <p className="mt-1">{isPossible ? 'Confirm again if you still want this.' : 'This cannot be done any more.'}</p>
    </div>
  );
}
