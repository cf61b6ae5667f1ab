import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { ConfirmDeletion } from './confirm-deletion.tsx';

export function DeleteAccount({ way }: { way: 'with a way back' | 'at once' }) {
  const [asking, setAsking] = useState(false);
  const canReturn = way === 'with a way back';
  return (
    <SettingsCard title="Delete my account">
      <p className="text-muted">
        {canReturn
          ? 'It is hidden at once and erased some days later. Until then you can come back.'
          : 'It takes effect at once and cannot be undone.'}{' '}
        Download your data first if you want to keep it.
      </p>
      <div>
        <Button look="outline" className="text-error" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      </div>
      {asking && <ConfirmDeletion canReturn={canReturn} onClose={() => setAsking(false)} />}
    </SettingsCard>
  );
}
