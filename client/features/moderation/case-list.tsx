import ShieldCheck from 'lucide-react/icons/shield-check';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { useAnnounced } from '#client/lib/dom/announce.tsx';
import { classNames } from '#client/lib/dom/class-names.ts';
import { useListKeys } from '#client/lib/dom/shortcuts.ts';
import { reportReasonWords } from '#client/lib/text/report-words.ts';
import { absoluteTime, timeInWords } from '#client/lib/text/time.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorState } from '#client/ui/state/errors.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import type { CaseState, CaseSummary } from '#shared/api/moderation.ts';
import { caseTitle, dueWords, reporterCount } from './case-words.ts';
import { useCasesInfiniteQuery } from './moderation-api.ts';

interface Props {
  state: CaseState;
  currentId: string | undefined;
  hrefOf: (caseId: string) => string;
}

/** The queue, or the cases that were decided. */
export function CaseList({ state, currentId, hrefOf }: Props) {
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useCasesInfiniteQuery(state, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const list = useRef<HTMLUListElement>(null);
  useListKeys(list, { next: 'Next case', previous: 'Previous case' });
  // A case that became more urgent between the loads of two pages is on both.
  const cases = data && [...new Map(data.pages.flatMap(({ items }) => items).map((each) => [each._id, each])).values()];
  useAnnounced(cases && countOf(cases.length, hasNextPage, state));
  if (!cases) return error === undefined ? <RowBones rows={5} /> : <ErrorState error={error} onRetry={refetch} />;
  if (cases.length === 0) return <NoCases state={state} />;
  return (
    <>
      <ul
        ref={list}
        aria-label={state === 'open' ? 'Open cases, the most urgent first' : 'Decided cases, the last one first'}
        className="card divide-y divide-base-300"
      >
        {cases.map((each) => (
          <Row key={each._id} found={each} href={hrefOf(each._id)} isCurrent={each._id === currentId} />
        ))}
      </ul>
      {isFetchNextPageError && <ErrorState error={error} onRetry={fetchNextPage} />}
      {hasNextPage && !isFetchNextPageError && (
        <Button className="mt-3 w-full" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

function Row({ found, href, isCurrent }: { found: CaseSummary; href: string; isCurrent: boolean }) {
  const due = dueWords(found);
  const when = found.closedAt ?? found.openedAt;
  return (
    <li
      className={classNames(
        'relative p-4 first:rounded-t-box last:rounded-b-box',
        isCurrent ? 'bg-base-200' : 'hover:bg-base-content/6',
      )}
    >
      <Link
        to={href}
        data-row
        data-case={found._id}
        aria-current={isCurrent ? 'true' : undefined}
        className="wrap-anywhere font-semibold after:absolute after:inset-0"
        dir="auto"
      >
        {caseTitle(found)}
      </Link>
      <p className="text-small">{found.reasons.map((reason) => reportReasonWords[reason]).join(' · ')}</p>
      <p className="text-muted text-small">
        {reporterCount(found)} ·{' '}
        <time dateTime={when} title={absoluteTime(when)}>
          {found.closedAt === null ? 'first' : 'decided'} {timeInWords(when)}
        </time>
      </p>
      {found.state === 'open' && (
        <p className={classNames('text-small', due.isLate ? 'font-semibold text-error' : 'text-muted')}>
          <span>{due.text}</span>
          {found.firstSeenAt === null && <span> · nobody has looked yet</span>}
        </p>
      )}
    </li>
  );
}

function NoCases({ state }: { state: CaseState }) {
  return state === 'open' ? (
    <EmptyState title="Nothing waits" icon={<ShieldCheck size={24} strokeWidth={1.75} />}>
      Reports of people, messages, projects and pictures appear here. Those about a matter of your own go to other
      moderators.
    </EmptyState>
  ) : (
    <EmptyState title="Nothing decided yet" icon={<ShieldCheck size={24} strokeWidth={1.75} />}>
      Cases that you or other moderators have closed appear here.
    </EmptyState>
  );
}

function countOf(count: number, hasMore: boolean, state: CaseState): string {
  const cases = `${hasMore ? 'More than ' : ''}${count} ${state === 'open' ? 'open' : 'decided'}`;
  return count === 1 ? `${cases} case` : `${cases} cases`;
}
