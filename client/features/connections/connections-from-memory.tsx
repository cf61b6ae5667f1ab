import { useState } from 'react';
import { useThread } from '#client/store/api/chat/chat-api.ts';
import { failureOf } from '#client/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { ServerWords } from '#client/ui/state/errors.tsx';
import { Row } from './connection-list.tsx';

/** Each row loads its chat by a call of its own, so the rows are shown in steps. */
const step = 20;

/** For an upstream that fails to list the connections: those of the people this device knows with whom a chat is open. */
export function ConnectionsFromMemory({ error, peerIds }: { error: unknown; peerIds: readonly string[] }) {
  const [most, setMost] = useState(step);
  const { message, details } = failureOf(error);
  return (
    <>
      <div className="mb-4 max-w-[68ch] text-muted text-small">
        <p>
          This server cannot list your connections: one of them may have deleted their account. Here are those whom you
          asked, or talked to, on this device.
        </p>
        <ServerWords words={details ?? message} />
      </div>
      <ul className="card divide-y divide-base-300 empty:hidden">
        {peerIds.slice(0, most).map((peerId) => (
          <Peer key={peerId} peerId={peerId} />
        ))}
      </ul>
      {peerIds.length > most && (
        <div className="mt-4 flex justify-center">
          <Button onClick={() => setMost(most + step)}>Show more</Button>
        </div>
      )}
    </>
  );
}

/** The chat is open to connections only: its reply tells that the person is one. */
function Peer({ peerId }: { peerId: string }) {
  const { chat: data } = useThread(peerId);
  const person = data?.participants.find((participant) => participant?._id === peerId);
  if (!data || !person) return null;
  return <Row person={person} />;
}
