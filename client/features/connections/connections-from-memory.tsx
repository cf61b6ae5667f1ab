import { useMemo, useState } from 'react';
import { useChatQuery } from '#client/store/api/chat/chat-api.ts';
import { knownPeers } from '#client/store/foreign/relation-memory.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { failureOf } from '#client/text/failure.ts';
import { Button } from '#client/ui/button.tsx';
import { ServerWords } from '#client/ui/state/server-words.tsx';
import { Row } from './connection-list.tsx';

/** Each row loads its chat by a call of its own, so the rows are shown in steps. */
const step = 20;

/** For an upstream that fails to list the connections: those of the people this device knows with whom a chat is open. */
export function ConnectionsFromMemory({ error }: { error: unknown }) {
  const own = useOwnUser();
  const peers = useMemo(() => knownPeers(own._id), [own._id]);
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
        {peers.slice(0, most).map((peerId) => (
          <Peer key={peerId} peerId={peerId} ownId={own._id} />
        ))}
      </ul>
      {peers.length > most && (
        <div className="mt-4 flex justify-center">
          <Button onClick={() => setMost(most + step)}>Show more</Button>
        </div>
      )}
    </>
  );
}

/** The chat is open to connections only: its reply tells that the person is one. */
function Peer({ peerId, ownId }: { peerId: string; ownId: string }) {
  const { data } = useChatQuery(peerId);
  const person = data?.participants.find((participant) => participant?._id === peerId);
  if (!data || !person) return null;
  const message = data.messages.at(-1);
  const last = message ? { ...message, senderId: message.senderId?._id ?? '' } : null;
  return <Row row={{ person, last, unread: 0 }} ownId={ownId} />;
}
