import X from 'lucide-react/icons/x';
import { Link } from 'react-router-dom';
import { IconButton } from './button.tsx';

interface Props {
  waiting: { path: string; name: string; inviter?: string; onFollow: () => void; onDismiss: () => void } | undefined;
}

/** Offers what was opened while signed out; renders nothing without any. */
export function ContinueLink({ waiting }: Props) {
  if (waiting === undefined) return null;
  const { path, name, inviter, onFollow, onDismiss } = waiting;
  return (
    <p className="flex items-center justify-between gap-2 rounded-field border border-base-300 bg-base-100 ps-4 text-small">
      <span className="min-w-0 wrap-anywhere py-2">
        {inviter && <span>{`${inviter} is waiting. `}</span>}
        <Link to={path} className="text-primary underline" onClick={onFollow}>
          Continue to {name}
        </Link>
      </span>
      <IconButton icon={X} label="Dismiss" size={16} className="btn-sm" onClick={onDismiss} />
    </p>
  );
}
