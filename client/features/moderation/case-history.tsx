import { Fragment, useState } from 'react';
import { fullName, skillList } from '#client/lib/text/person.ts';
import { reportReasonWords } from '#client/lib/text/report-words.ts';
import { absoluteTime, timeInWords } from '#client/lib/text/time.ts';
import { Button } from '#client/ui/button.tsx';
import { Picture } from '#client/ui/picture/picture.tsx';
import type { CaseAction, CaseEvidence, CaseReport, ModerationCase } from '#shared/api/moderation.ts';
import type { ReportKind } from '#shared/api/safety.ts';
import { countsInWords, doneWords } from './case-words.ts';

/** The log of a case: each action with its moderator and reason. */
export function CaseLog({ log }: { log: readonly CaseAction[] }) {
  if (log.length === 0) return null;
  return (
    <section aria-labelledby="case-log" className="card p-5">
      <h3 id="case-log" className="mb-2 text-h3">
        What was done
      </h3>
      <Actions actions={log} />
    </section>
  );
}

const kinds = { person: 'profile', message: 'message', project: 'project', picture: 'picture' } as const;

/** Other cases of the same person. */
export function History({ found: { person, history } }: { found: ModerationCase }) {
  return (
    <section aria-labelledby="case-history" className="card p-5">
      <h3 id="case-history" className="mb-2 text-h3">
        Other cases of <bdi>{fullName(person)}</bdi>
      </h3>
      <p className="text-small">Reports about other things of theirs: {countsInWords(history.reports)}.</p>
      <Actions actions={history.actions.map((each) => ({ ...each, about: kinds[each.kind] }))} />
    </section>
  );
}

function Actions({ actions }: { actions: readonly (CaseAction & { about?: string })[] }) {
  if (actions.length === 0) return null;
  return (
    <ol className="flex flex-col divide-y divide-base-300">
      {actions.map((each) => (
        <li key={each._id} className="py-2 last:pb-0">
          <p className="text-small">
            <span className="font-semibold">{doneWords(each)}</span>
            {each.about !== undefined && <span>{` (${each.about})`}</span>}
            {each.undone && <span>, taken back</span>}
            <span> by </span>
            <bdi>{each.by}</bdi>
            <span> · </span>
            <time dateTime={each.at} title={absoluteTime(each.at)} className="text-muted">
              {timeInWords(each.at)}
            </time>
          </p>
          <p className="wrap-anywhere text-muted text-small" dir="auto">
            {each.reason}
          </p>
        </li>
      ))}
    </ol>
  );
}

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

/** The copy that was made with the report, as text: links are not followed, and pictures wait for a press. */
function Evidence({ kind, evidence }: { kind: ReportKind; evidence: CaseEvidence }) {
  if ('sentAt' in evidence)
    return (
      <>
        <Text>{evidence.text}</Text>
        {evidence.pictures?.map(({ data, alt }) => (
          <Fragment key={data}>
            <HiddenPicture src={data} alt={alt} />
            {alt !== '' && <Text>{alt}</Text>}
          </Fragment>
        ))}
        <p className="mt-1 text-muted text-small">
          {`Sent ${absoluteTime(evidence.sentAt)}${evidence.editedAt ? `, edited ${absoluteTime(evidence.editedAt)}` : ''}`}
        </p>
      </>
    );
  if ('url' in evidence) return <HiddenPicture src={evidence.url} />;
  if ('image' in evidence)
    return (
      <>
        <p className="wrap-anywhere font-semibold" dir="auto">
          {evidence.name}
        </p>
        <Text>{evidence.description}</Text>
        <Lines
          lines={[
            ['Looks for', evidence.roles?.join(', ')],
            ['Links', evidence.links?.join(', ')],
          ]}
        />
        {evidence.image !== '' && <HiddenPicture src={evidence.image} alt={evidence.imageText} />}
      </>
    );
  if (kind !== 'person') return null;
  const { headline, about, location, githubUrl, websiteUrl, photoUrl, note } = evidence;
  return (
    <>
      <p className="wrap-anywhere font-semibold" dir="auto">
        {fullName(evidence)}
      </p>
      <Lines
        lines={[
          ['Headline', headline],
          ['Location', location],
          ['Skills', skillList(evidence.skills).join(', ')],
          ['GitHub', githubUrl],
          ['Website', websiteUrl],
          ['Note to the reporter', note],
        ]}
      />
      <Text>{about ?? ''}</Text>
      {photoUrl && <HiddenPicture src={photoUrl} />}
    </>
  );
}

/** Lines without a value are left out. */
function Lines({ lines }: { lines: readonly (readonly [string, string | undefined])[] }) {
  const said = lines.filter(([, value]) => value);
  if (said.length === 0) return null;
  return (
    <dl className="wrap-anywhere grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 text-small">
      {said.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="text-muted">{name}</dt>
          <dd dir="auto">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Source text, never Markdown. */
function Text({ children }: { children: string }) {
  if (children.trim() === '') return null;
  return (
    <blockquote
      className="wrap-anywhere mt-2 whitespace-pre-wrap rounded-field border border-base-300 bg-base-200 p-3"
      dir="auto"
    >
      {children}
    </blockquote>
  );
}

/** A moderator chooses when to see a picture that somebody has reported. */
function HiddenPicture({ src, alt }: { src: string; alt?: string }) {
  const [shown, setShown] = useState(false);
  if (!shown)
    return (
      <Button className="mt-3" onClick={() => setShown(true)}>
        Load this picture
      </Button>
    );
  const words = alt || 'The reported picture';
  // A copy in the report itself, whole.
  if (src.startsWith('data:'))
    return <img src={src} alt={words} className="mt-3 max-h-96 max-w-full rounded-box border border-base-300" />;
  return (
    <div className="mt-3 max-h-96 max-w-lg overflow-hidden rounded-box border border-base-300">
      <Picture src={src} size="card" alt={words}>
        <p className="p-4 text-muted">This picture is not there any more, or cannot be shown.</p>
      </Picture>
    </div>
  );
}
