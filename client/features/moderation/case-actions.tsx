import type { LucideIcon } from 'lucide-react';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import EyeOff from 'lucide-react/icons/eye-off';
import Trash2 from 'lucide-react/icons/trash';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import Undo2 from 'lucide-react/icons/undo-2';
import UserRoundX from 'lucide-react/icons/user-round-x';
import { Button } from '#client/ui/button.tsx';
import type { CaseActionKind } from '#shared/api/moderation.ts';
import { actionWords } from './case-words.ts';

interface Props {
  /** What can be done now. */
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
