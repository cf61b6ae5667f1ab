import { fullName } from '#client/text/person.ts';
import { reportReasonWords } from '#client/text/report-words.ts';
import { absoluteTime } from '#client/text/time.ts';
import type { CaseEvidence, CaseReport, ModerationCase } from '#shared/api/moderation.ts';
import { Evidence } from './case-evidence.tsx';
import { countsInWords, timeInWords } from './case-words.ts';

/** The reports, below each state of the reported thing that they have a copy of. */
export function CaseReports({ found: { kind, reports } }: { found: ModerationCase }) {
  return groupByEvidence(reports).map(({ evidence, ofIt }, index) => (
    <section
      key={ofIt[0]?._id}
      aria-label={index === 0 ? 'What was reported' : 'How it was at an earlier report'}
      className="card p-5"
    >
      <h3 className="mb-2 text-h3">{index === 0 ? 'What was reported' : 'How it was at an earlier report'}</h3>
      <Evidence kind={kind} evidence={evidence} />
      <ul aria-label="Reports" className="mt-4 flex flex-col divide-y divide-base-300 border-t border-base-300">
        {ofIt.map((report) => (
          <Report key={report._id} report={report} />
        ))}
      </ul>
    </section>
  ));
}

function groupByEvidence(reports: readonly CaseReport[]): { evidence: CaseEvidence; ofIt: CaseReport[] }[] {
  const groups = Map.groupBy(reports, ({ evidence }) => JSON.stringify(evidence));
  return [...groups.values()].flatMap((ofIt) => (ofIt[0] ? [{ evidence: ofIt[0].evidence, ofIt }] : []));
}

function Report({ report }: { report: CaseReport }) {
  const { reporter, reporterHistory, reason, details, createdAt } = report;
  return (
    <li className="py-3 last:pb-0">
      <p className="font-semibold text-small">
        {reportReasonWords[reason]} ·{' '}
        <time dateTime={createdAt} title={absoluteTime(createdAt)} className="font-normal text-muted">
          {timeInWords(createdAt)}
        </time>
      </p>
      {details !== '' && (
        <p className="wrap-anywhere mt-1 whitespace-pre-wrap" dir="auto">
          {details}
        </p>
      )}
      <p className="wrap-anywhere mt-1 text-muted text-small">
        Reported by <bdi>{fullName(reporter)}</bdi>. Their other reports: {countsInWords(reporterHistory)}.
      </p>
    </li>
  );
}
