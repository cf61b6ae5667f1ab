import { fullName } from '#client/text/person.ts';
import { absoluteTime } from '#client/text/time.ts';
import type { CaseAction, ModerationCase } from '#shared/api/moderation.ts';
import { countsInWords, doneWords, timeInWords } from './case-words.ts';

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
