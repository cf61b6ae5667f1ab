import { useState } from 'react';
import { usePersonQuery } from '#client/store/api/people-api.ts';
import { useRelations } from '#client/store/api/relations/use-relations.ts';
import { type LedgerEntry, useLedger } from '#client/store/foreign/relation-memory.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { StackedBones } from '#client/ui/state/skeleton.tsx';
import { NothingSent, SentRow } from './sent-row.tsx';

/** Each row loads its person by a call of its own, so the rows are shown in steps. */
const step = 20;

/** For an upstream that cannot list sent requests: those that this device remembers, without the people connected since. */
export function SentFromThisDevice() {
  const own = useOwnUser();
  const { connectionIds } = useRelations();
  const [most, setMost] = useState(step);
  const entries = useLedger(own._id).filter(
    ({ userId, status }) => status === 'interested' && !connectionIds.has(userId),
  );
  if (entries.length === 0)
    return (
      <NothingSent title="Nothing sent from this device">
        This server does not list sent requests. Those that you sent from another device wait there for an answer, too.
      </NothingSent>
    );
  return (
    <section aria-labelledby="sent-here">
      <h2 id="sent-here" className="mb-3 text-h3">
        Sent from this device
      </h2>
      <p className="mb-3 text-muted text-small">
        This server does not list sent requests: what you sent from another device is not shown here.
      </p>
      <ul className="card divide-y divide-base-300">
        {entries.slice(0, most).map((entry) => (
          <RememberedRow key={entry.userId} entry={entry} />
        ))}
      </ul>
      {entries.length > most && (
        <div className="mt-4 flex justify-center">
          <Button onClick={() => setMost(most + step)}>Show more</Button>
        </div>
      )}
    </section>
  );
}

function RememberedRow({ entry }: { entry: LedgerEntry }) {
  const { data, isLoading } = usePersonQuery(entry.userId);
  if (isLoading) {
    return (
      <li className="p-4">
        <StackedBones bones={['h-11']} />
      </li>
    );
  }
  return <SentRow person={data ?? null} at={entry.at} ignored={false} />;
}
