import { LineIcon } from '#client/ui/line-icon.tsx';
import { ServerWords } from '#client/ui/state/server-words.tsx';
import { loginCopy } from './copy.ts';
import type { EntranceError } from './explain-refusal.ts';

const alertLine = 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M12 8v4M12 16h.01';

interface Props {
  error: EntranceError;
  onSwitch: () => void;
  onRetry: () => void;
}

export function LoginFailure({ error, onSwitch, onRetry }: Props) {
  return (
    <div className="flex gap-2 text-small text-error">
      <LineIcon line={alertLine} size={16} className="mt-0.5 shrink-0" />
      <div>
        {error.message !== '' && <p className="whitespace-pre-line">{error.message}</p>}
        <ServerWords words={error.details} />
        {error.more && <div>{error.more}</div>}
        {error.action === 'login' && (
          <button type="button" className="font-semibold underline" onClick={onSwitch}>
            Switch to {loginCopy.login}
          </button>
        )}
        {error.action === 'retry' && (
          <button type="button" className="font-semibold underline" onClick={onRetry}>
            Try again
          </button>
        )}
      </div>
    </div>
  );
}
