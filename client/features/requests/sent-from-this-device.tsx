import { useState } from 'react';
import { usePersonQuery } from '#client/store/api/people-api.ts';
import { useSentFromHere } from '#client/store/api/relations/use-relations.ts';
import { Button } from '#client/ui/button.tsx';
import { StackedBones } from '#client/ui/state/skeleton.tsx';
import { NothingSent, SentRow } from './sent-row.tsx';

/** Each row loads its person by a call of its own, so the rows are shown in steps. */
const step = 20;

/** For an upstream that cannot list sent requests: those that this device remembers, without the people connected since. */
export function SentFromThisDevice() {
  const [most, setMost] = useState(step);
  const decisions = useSentFromHere();
  if (decisions.length === 0)
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
        {decisions.slice(0, most).map((decision) => (
          <RememberedRow key={decision.userId} decision={decision} />
        ))}
      </ul>
      {decisions.length > most && (
        <div className="mt-4 flex justify-center">
          <Button onClick={() => setMost(most + step)}>Show more</Button>
        </div>
      )}
    </section>
  );
}

function RememberedRow({ decision }: { decision: ReturnType<typeof useSentFromHere>[number] }) {
  const { data, isLoading } = usePersonQuery(decision.userId);
  if (isLoading) {
    return (
      <li className="p-4">
        <StackedBones bones={['h-11']} />
      </li>
    );
  }
  return <SentRow person={data ?? null} at={decision.at} ignored={false} />;
}
