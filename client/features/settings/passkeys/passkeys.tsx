import KeyRound from 'lucide-react/icons/key-round';
import { Button } from '#client/ui/button.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import { useOwnerConfirmation } from '../confirm-owner/use-owner-confirmation.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { WhileLoading } from '../while-loading.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import { usePasskeysQuery } from './passkeys-api.ts';
import { useAddPasskey } from './use-add-passkey.ts';

export function Passkeys() {
  const query = usePasskeysQuery();
  const { data } = query;
  const { confirmed, dialog } = useOwnerConfirmation();
  const { add, pending, failure } = useAddPasskey({ confirmed });
  return (
    <SettingsCard title="Passkeys">
      <p className="text-muted">
        A passkey logs you in with your finger, your face or the code of your device. Nobody can guess it or steal it
        from us.
      </p>
      <WhileLoading query={query} rows={1} />
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
      {dialog}
    </SettingsCard>
  );
}
