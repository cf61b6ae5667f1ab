import { useBlockedQuery, useOwnReportsQuery, useUnblockPersonMutation } from '#client/api/safety/safety-api.ts';
import { fullName } from '#client/lib/text/person.ts';
import { reportedThing, reportOutcomeWords, reportReasonWords } from '#client/lib/text/report-words.ts';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import type { BlockedPerson, OwnReport } from '#shared/api/safety.ts';
import { ActionRow, SettingsCard, WhileLoading } from './settings-card.tsx';

/** The people whom the user has blocked, each with a button that unblocks them. */
export function BlockedPeople() {
  const query = useBlockedQuery();
  const { data } = query;
  return (
    <SettingsCard title="Blocked people">
      <WhileLoading query={query} rows={2} />
      {data?.length === 0 && (
        <p className="text-muted">Nobody. You can block a person from their profile, card, request or chat.</p>
      )}
      {data && data.length > 0 && (
        <>
          <p className="text-muted text-small">
            After unblocking you can find each other again. You stay unconnected until one of you asks.
          </p>
          <ul className="flex flex-col divide-y divide-base-300">
            {data.map((blocked) => (
              <Row key={blocked.user._id} blocked={blocked} />
            ))}
          </ul>
        </>
      )}
    </SettingsCard>
  );
}

function Row({ blocked: { user, createdAt } }: { blocked: BlockedPerson }) {
  const [unblock] = useUnblockPersonMutation();
  const name = fullName(user);
  return (
    <ActionRow
      picture={<Avatar person={user} size={40} />}
      action={{
        words: 'Unblock',
        label: `Unblock ${name}`,
        call: () => unblock(user._id).unwrap(),
        done: `${name} is no longer blocked`,
      }}
    >
      <p dir="auto" className="wrap-anywhere font-semibold">
        {name}
      </p>
      <p className="text-muted">
        Blocked <RelativeTime iso={createdAt} />
      </p>
    </ActionRow>
  );
}

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
            <OwnReportsRow key={report._id} report={report} />
          ))}
        </ul>
      )}
    </SettingsCard>
  );
}

function OwnReportsRow({ report }: { report: OwnReport }) {
  const { kind, user, reason, createdAt, answer } = report;
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="wrap-anywhere font-semibold text-small" dir="auto">
        {reportedThing(kind, user ? fullName(user) : 'somebody who is not here any more')}
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
