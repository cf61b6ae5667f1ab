import { pageFact } from '#client/dom/page-fact.ts';
import { absoluteTime } from '#client/text/time.ts';
import type { ErrorBody } from '#shared/api/errors.ts';
import { to } from '#shared/routes.ts';

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
