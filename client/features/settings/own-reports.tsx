import { useOwnReportsQuery } from '#client/store/api/safety/report-api.ts';
import { fullName } from '#client/text/person.ts';
import { reportOutcomeWords, reportReasonWords } from '#client/text/report-words.ts';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import type { OwnReport } from '#shared/api/reports.ts';
import { SettingsCard } from './settings-card.tsx';
import { WhileLoading } from './while-loading.tsx';

/** The user's reports, each with its outcome. */
export function OwnReports() {
  const query = useOwnReportsQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data } = query;
  return (
    <SettingsCard title="Your reports">
      <WhileLoading query={query} rows={2} />
      {data?.length === 0 && (
        <p className="text-muted">None. You can report a person, a project or a message from its menu.</p>
      )}
      {data && data.length > 0 && (
        <ul className="flex flex-col divide-y divide-base-300">
          {data.map((report) => (
            <Row key={report._id} report={report} />
          ))}
        </ul>
      )}
    </SettingsCard>
  );
}

const things = { person: '', message: 'A message of ', project: 'A project of ', picture: 'A picture of ' } as const;

function Row({ report }: { report: OwnReport }) {
  const { kind, user, reason, createdAt, answer } = report;
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="wrap-anywhere font-semibold text-small" dir="auto">
        {things[kind]}
        {user ? fullName(user) : 'somebody who is not here any more'}
      </p>
      <p className="text-muted text-small">
        {reportReasonWords[reason]} · <RelativeTime iso={createdAt} />
      </p>
      <p className="mt-1 text-small">{reportOutcomeWords(report)}</p>
      {answer && (
        <p className="text-muted text-small" dir="auto">
          {answer}
        </p>
      )}
    </li>
  );
}
