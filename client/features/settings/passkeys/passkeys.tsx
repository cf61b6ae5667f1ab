import { KeyRound } from 'lucide-react';
import { Button } from '#client/ui/button.tsx';
import { ErrorLine, RetryLine } from '#client/ui/state/error-line.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import { usePasskeysQuery } from './passkeys-api.ts';
import { useAddPasskey } from './use-add-passkey.ts';

export function Passkeys() {
  const { data, error, isFetching, refetch } = usePasskeysQuery();
  const { add, pending, failure } = useAddPasskey();
  return (
    <SettingsCard title="Passkeys">
      <p className="text-muted">
        A passkey logs you in with your finger, your face or the code of your device. Nobody can guess it or steal it
        from us.
      </p>
      {error && !data ? <RetryLine error={error} retrying={isFetching} onRetry={refetch} /> : null}
      {!data && !error && <RowBones rows={1} />}
      {data && data.length > 0 && (
        <ul className="flex flex-col divide-y divide-base-300">
          {data.map((passkey) => (
            <PasskeyRow key={passkey._id} passkey={passkey} />
          ))}
        </ul>
      )}
      <ErrorLine>{failure}</ErrorLine>
      <div>
        <Button pending={pending} onClick={() => void add()}>
          <KeyRound size={16} strokeWidth={1.75} aria-hidden="true" />
          Add a passkey
        </Button>
      </div>
    </SettingsCard>
  );
}
