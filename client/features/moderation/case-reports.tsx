import { fullName } from '#client/text/person.ts';
import { reportReasonWords } from '#client/text/report-words.ts';
import { absoluteTime } from '#client/text/time.ts';
import type { CaseEvidence, CaseReport, ModerationCase } from '#shared/api/moderation.ts';
import { Evidence } from './case-evidence.tsx';
import { countsInWords, timeInWords } from './case-words.ts';

/** The reports, below each state of the reported thing that they have a copy of. */
export function CaseReports({ found: { kind, reports } }: { found: ModerationCase }) {
  return statesOf(reports).map(({ evidence, ofIt, before }, index) => {
    const heading = index === 0 ? 'What was reported' : 'How it was at an earlier report';
    return (
      <section key={JSON.stringify(evidence)} aria-label={heading} className="card p-5">
        <h3 className="mb-2 text-h3">{heading}</h3>
        <Evidence kind={kind} evidence={evidence} />
        <ul aria-label="Reports" className="mt-4 flex flex-col divide-y divide-base-300 border-t border-base-300">
          {ofIt.map((report) => (
            <Report key={report._id} report={report} />
          ))}
          {before.map(({ _id, reporter }) => (
            <li key={_id} className="wrap-anywhere py-3 text-muted text-small last:pb-0">
              Reported by <bdi>{fullName(reporter)}</bdi>, who has reported it again since.
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

interface ReportedState {
  evidence: CaseEvidence;
  /** Reports with this as their latest copy. */
  ofIt: CaseReport[];
  /** Reports that had this copy before they were made again. */
  before: CaseReport[];
}

/** The latest copies first, those of the newest report at the top. */
function statesOf(reports: readonly CaseReport[]): ReportedState[] {
  const states = new Map<string, ReportedState>();
  const stateOf = (evidence: CaseEvidence): ReportedState => {
    const key = JSON.stringify(evidence);
    const known = states.get(key) ?? { evidence, ofIt: [], before: [] };
    states.set(key, known);
    return known;
  };
  for (const report of reports) stateOf(report.evidence).ofIt.push(report);
  for (const report of reports) for (const copy of report.earlier ?? []) stateOf(copy).before.push(report);
  return [...states.values()];
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
