import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useAnnounced } from '#client/lib/dom/announce.tsx';
import { isMissing } from '#client/lib/text/api-error.ts';
import { fullName } from '#client/lib/text/person.ts';
import { reportReasonWords } from '#client/lib/text/report-words.ts';
import { absoluteTime } from '#client/lib/text/time.ts';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorState } from '#client/ui/state/errors.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import type { CaseActionKind, CasePerson, ModerationCase } from '#shared/api/moderation.ts';
import { ActionDialog, CaseActions } from './case-actions.tsx';
import { CaseLog, CaseReports, History } from './case-history.tsx';
import { caseTitle, dueWords, reporterCount } from './case-words.ts';
import { useOneCaseQuery } from './moderation-api.ts';

interface Props {
  caseId: string;
  /** The address of the list, where it is not beside the case. */
  backTo: string | undefined;
}

/** One case: what was reported and why, what is known of the people, and what can be done. */
export function CaseView({ caseId, backTo }: Props) {
  const {
    data: found,
    error,
    refetch,
  } = useOneCaseQuery(caseId, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const isHere = found !== undefined;
  useAnnounced(found && caseTitle(found));
  useEffect(() => {
    if (isHere) heading.current?.focus({ preventScroll: true });
  }, [isHere]);
  return (
    <section aria-label="Case" className="min-w-0">
      {backTo !== undefined && (
        <Link to={backTo} className="btn btn-ghost -ms-3 mb-2">
          <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" />
          All cases
        </Link>
      )}
      {found ? (
        <Found found={found} heading={heading} />
      ) : error === undefined ? (
        <RowBones rows={4} />
      ) : isMissing(error) ? (
        <EmptyState title="This case is not here">
          It may be a matter of your own, or its reports were deleted with an account.
        </EmptyState>
      ) : (
        <ErrorState error={error} onRetry={refetch} />
      )}
    </section>
  );
}

function Found({ found, heading }: { found: ModerationCase; heading: React.RefObject<HTMLHeadingElement | null> }) {
  const [acting, setActing] = useState<CaseActionKind>();
  const due = dueWords(found);
  return (
    <div className="flex flex-col gap-4">
      <header className="card gap-2 p-5">
        <h2 ref={heading} tabIndex={-1} className="wrap-anywhere text-h2" dir="auto">
          {caseTitle(found)}
        </h2>
        <p className="text-small">
          {found.reasons.map((reason) => reportReasonWords[reason]).join(' · ')} · {reporterCount(found)} ·{' '}
          <span className={due.isLate ? 'font-semibold text-error' : undefined}>{due.text}</span>
        </p>
        <Person person={found.person} />
        {found.isHidden && <p className="text-small">It is hidden from others now.</p>}
        {found.isNameHidden && <p className="text-small">The name is hidden from others now.</p>}
        {found.isGone && (
          <p className="text-small">It is not there any more. Below is the copy made with the report.</p>
        )}
        <CaseActions actions={found.actions} onChoose={setActing} />
      </header>
      <CaseReports found={found} />
      <CaseLog log={found.log} />
      <History found={found} />
      {acting !== undefined && (
        <ActionDialog
          found={found}
          action={acting}
          onClose={() => setActing(undefined)}
          onDone={() => heading.current?.focus()}
        />
      )}
    </div>
  );
}

function Person({ person }: { person: CasePerson }) {
  const { suspended, leaving } = person;
  return (
    <p className="wrap-anywhere text-muted text-small">
      <bdi>{fullName(person)}</bdi>
      <span>{`, here since ${absoluteTime(person.createdAt)}`}</span>
      {person.isModerator && <span>, a moderator</span>}
      {leaving && <span>{`, leaving: the account is hidden, and erased ${absoluteTime(leaving.eraseAt)}`}</span>}
      {suspended && (
        <span>
          {`, suspended ${suspended.until === null ? 'for ever' : `until ${absoluteTime(suspended.until)}`}: “${suspended.reason}”`}
        </span>
      )}
    </p>
  );
}
