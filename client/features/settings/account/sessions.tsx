import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { useRef } from 'react';
import { announce } from '#client/lib/dom/announce.tsx';
import { errorMessage } from '#client/lib/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import type { Session } from '#shared/api/account/account.ts';
import { ActionRow, SettingsCard, WhileLoading } from '../settings-card.tsx';
import { useEndOtherSessionsMutation, useEndSessionMutation, useSessionsQuery } from './account-api.ts';

/** The sessions of this account. Each but the current one can be ended, and all of them together. */
export function Sessions() {
  const query = useSessionsQuery();
  const { data } = query;
  const list = useRef<HTMLUListElement>(null);
  return (
    <SettingsCard title="Where you are logged in">
      <WhileLoading query={query} rows={2} />
      {data && (
        <ul ref={list} tabIndex={-1} aria-label="Devices" className="flex flex-col divide-y divide-base-300">
          {data.map((session) => (
            <SessionRow key={session._id} session={session} />
          ))}
        </ul>
      )}
      {data && data.length > 1 && <EndOthers onEnded={() => list.current?.focus()} />}
    </SettingsCard>
  );
}

function EndOthers({ onEnded }: { onEnded: () => void }) {
  const [end, { isLoading, isSuccess, error }] = useEndOtherSessionsMutation();
  const endAll = async () => {
    const { data } = await end();
    if (!data) return;
    announce(data.ended === 1 ? '1 other device is logged out' : `${data.ended} other devices are logged out`);
    // The button disappears with the other devices.
    onEnded();
  };
  return (
    <div>
      <Button look="outline" pending={isLoading || isSuccess} onClick={() => void endAll()}>
        Log out everywhere else
      </Button>
      {error !== undefined && <ErrorLine className="mt-2">{errorMessage(error)}</ErrorLine>}
    </div>
  );
}

/** Phones and tablets by the words of the upstream. */
const isHandheld = (device: string) => /iPhone|iPad|Android/.test(device);

function SessionRow({ session }: { session: Session }) {
  const [end] = useEndSessionMutation();
  const Icon = isHandheld(session.device) ? Smartphone : Monitor;
  return (
    <ActionRow
      picture={
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-base-200 text-muted">
          <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        </span>
      }
      action={
        session.current
          ? undefined
          : {
              words: 'Log out',
              label: `Log out there: ${session.device}`,
              call: () => end(session._id).unwrap(),
              done: `Logged out there: ${session.device}`,
            }
      }
    >
      <p className="font-semibold">
        <span>{session.device}</span>
        {session.current && (
          <span className="ms-2 rounded-selector border border-base-300 px-2 text-accent text-micro">This one</span>
        )}
      </p>
      <p className="text-muted">
        {session.address !== undefined && <span>{`${session.address} · `}</span>}
        {session.current ? <span>in use now</span> : <RelativeTime iso={session.lastSeenAt} />}
      </p>
    </ActionRow>
  );
}
