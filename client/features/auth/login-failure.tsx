import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import { pageFact } from '#client/lib/dom/page.ts';
import { absoluteTime } from '#client/lib/text/time.ts';
import { ServerWords } from '#client/ui/state/errors.tsx';
import type { ErrorBody } from '#shared/api/errors.ts';
import { to } from '#shared/routes.ts';
import { loginCopy } from './copy.ts';
import type { EntranceError } from './explain-refusal.ts';

interface Props {
  error: EntranceError;
  onSwitch: () => void;
  onRetry: () => void;
}

export function LoginFailure({ error, onSwitch, onRetry }: Props) {
  return (
    <div className="flex gap-2 text-small text-error">
      <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden="true" />
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

type Refusal = Pick<ErrorBody, 'reason' | 'until'> & { contact?: string };

/** Why an account is suspended, until when, and where to appeal. Loaded with the refusal of a login. */
export function SuspendedNotice({ refusal = {} }: { refusal: Refusal | undefined }) {
  const { reason, until } = refusal;
  const contact = refusal.contact ?? pageFact('contact');
  return (
    <>
      <p>This account is suspended.</p>
      {reason && (
        <p className="wrap-anywhere mt-1" dir="auto">
          The reason: {reason}
        </p>
      )}
      <p className="mt-1">{until ? `It ends ${absoluteTime(until)}.` : 'It has no end.'}</p>
      <p className="mt-1">
        If you think that this is a mistake,{' '}
        {contact === undefined ? (
          'ask the people who run this site to look again.'
        ) : (
          <>
            write to{' '}
            <a href={contact} className="font-semibold underline">
              {contact.replace(/^(mailto:|https:\/\/)/, '')}
            </a>
            , from your own address. Somebody who runs this site looks again.
          </>
        )}{' '}
        The rules are in the{' '}
        <a href={to.terms()} className="font-semibold underline">
          terms
        </a>
        .
      </p>
    </>
  );
}
