import { useState } from 'react';
import { useAccountPreferencesQuery, useChangePreferencesMutation } from '#client/store/api/account/preferences-api.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { errorMessage } from '#client/text/api-error.ts';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import type { NotifyWay, PreferencesChange } from '#shared/api/preferences.ts';
import { SettingsCard } from '../settings-card.tsx';
import { WhileLoading } from '../while-loading.tsx';
import { DailyMail } from './daily-mail.tsx';
import { NotifyTable } from './notify-table.tsx';

/** The switches for notifications by kind and way, which hold on every device. */
export function AccountNotices() {
  const query = useAccountPreferencesQuery();
  const [save] = useChangePreferencesMutation();
  const [failure, setFailure] = useState<string>();
  const hasMail = useCapability('notices.mail');
  const hasPush = useCapability('push');
  const { data } = query;
  const ways: NotifyWay[] = ['page', ...(hasMail ? ['mail' as const] : []), ...(hasPush ? ['push' as const] : [])];
  const change = async (wanted: PreferencesChange) => {
    setFailure(undefined);
    const { error } = await save(wanted);
    if (error !== undefined) setFailure(`That was not saved. ${errorMessage(error)}`);
  };
  return (
    <SettingsCard title="What you are told about">
      <p className="text-muted text-small">
        <span>
          In your account, so the same on every device. News about the account itself, such as a changed password,
          always come.
        </span>
        {hasPush && <span> Push goes to the browsers in which you switch it on below.</span>}
      </p>
      <WhileLoading query={query} rows={5} />
      {data && <NotifyTable notify={data.notify} ways={ways} onChange={(notify) => void change({ notify })} />}
      {data && hasMail && <DailyMail preferences={data} onChange={(wanted) => void change(wanted)} />}
      <ErrorLine>{failure}</ErrorLine>
    </SettingsCard>
  );
}
