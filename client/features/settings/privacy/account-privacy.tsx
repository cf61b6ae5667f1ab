import { useState } from 'react';
import { useAccountPreferencesQuery, useChangePreferencesMutation } from '#client/store/api/account/preferences-api.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { errorMessage } from '#client/text/api-error.ts';
import { SwitchField } from '#client/ui/form/switch-field.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import type { Privacy } from '#shared/api/preferences.ts';
import { PreferenceSwitch, SettingsCard } from '../settings-card.tsx';
import { WhileLoading } from '../while-loading.tsx';
import { WhoMayAsk } from './who-may-ask.tsx';

interface CardProps {
  chosen: Privacy;
  onChange: (change: Partial<Privacy>) => void;
}

/** The switches for what other people find and see of the account. The server enforces them, so they hold on every device. */
export function AccountPrivacy() {
  const query = useAccountPreferencesQuery();
  const hasChats = useCapability('chat.live');
  const { data } = query;
  if (!data)
    return (
      <SettingsCard title="Being found and asked">
        <WhileLoading query={query} rows={3} />
      </SettingsCard>
    );
  return (
    <>
      <Saved Card={FoundAndAsked} chosen={data.privacy} />
      {hasChats && <Saved Card={InChats} chosen={data.privacy} />}
    </>
  );
}

/** Saves each change at once. A change that was not saved is taken back, and its card says so. */
function Saved({
  Card,
  chosen,
}: {
  Card: (props: CardProps & { failure: string | undefined }) => React.ReactNode;
  chosen: Privacy;
}) {
  const [save] = useChangePreferencesMutation();
  const [failure, setFailure] = useState<string>();
  const change = async (privacy: Partial<Privacy>) => {
    setFailure(undefined);
    const { error } = await save({ privacy });
    if (error !== undefined) setFailure(`That was not saved. ${errorMessage(error)}`);
  };
  return <Card chosen={chosen} failure={failure} onChange={(wanted) => void change(wanted)} />;
}

function FoundAndAsked({ chosen, failure, onChange }: CardProps & { failure: string | undefined }) {
  const hasIntents = useCapability('profile.intent');
  return (
    <SettingsCard title="Being found and asked">
      <SwitchField
        label="Show me in feed and search"
        hint="If off, only connections and people with a request between you find you there. Whoever has a link to your profile can still open it."
        checked={chosen.discoverable}
        onChange={(discoverable) => onChange({ discoverable })}
      />
      <WhoMayAsk chosen={chosen.whoMayAsk} onChange={(whoMayAsk) => onChange({ whoMayAsk })} />
      <SwitchField
        label="Show my email address to connections"
        hint="On your profile, to people you are connected with and nobody else."
        checked={chosen.showAddress}
        onChange={(showAddress) => onChange({ showAddress })}
      />
      {hasIntents && (
        <SwitchField
          label="Show my time zone"
          hint="On your profile, and in the feed as working hours in common."
          checked={chosen.showTimeZone}
          onChange={(showTimeZone) => onChange({ showTimeZone })}
        />
      )}
      <ErrorLine>{failure}</ErrorLine>
    </SettingsCard>
  );
}

function InChats({ chosen, failure, onChange }: CardProps & { failure: string | undefined }) {
  return (
    <SettingsCard title="In chats">
      <SwitchField
        label="Show when I am online"
        hint="Both ways: if off, you do not see who is online either."
        checked={chosen.presence}
        onChange={(presence) => onChange({ presence })}
      />
      <SwitchField
        label="Read receipts"
        hint="Both ways: without them you do not see others' either. Unread counts work all the same."
        checked={chosen.receipts}
        onChange={(receipts) => onChange({ receipts })}
      />
      <SwitchField
        label="Show others when I am typing"
        checked={chosen.typing}
        onChange={(typing) => onChange({ typing })}
      />
      <PreferenceSwitch name="seeTyping" label="Show me when others are typing" hint="On this device." />
      <ErrorLine>{failure}</ErrorLine>
    </SettingsCard>
  );
}
