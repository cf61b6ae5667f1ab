import { useId } from 'react';
import { toast } from 'sonner';
import { useCapability } from '#client/api/capabilities.ts';
import { useEditProfileMutation } from '#client/api/people-api.ts';
import { useAccountPreferencesQuery } from '#client/api/preferences-api.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { RadioChoice } from '#client/ui/form/radio-choice.tsx';
import { SwitchField } from '#client/ui/form/switch-field.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import type { Preferences, WhoMayAsk } from '#shared/api/account/preferences.ts';
import { sharePath } from '#shared/share-page.ts';
import { BlockedPeople, OwnReports } from './blocked-and-reported.tsx';
import { MutedInAccount } from './muted-people.tsx';
import { PreferenceSwitch, SettingsCard, useSavedPreferences, WhileLoading } from './settings-card.tsx';

export function PrivacySection() {
  const canBePublic = useCapability('public.pages');
  const hasPreferences = useCapability('preferences');
  const hasSafety = useCapability('safety');
  return (
    <>
      {canBePublic && <PublicProfile />}
      {hasPreferences && <AccountPrivacy />}
      {hasSafety && (
        <>
          <BlockedPeople />
          <MutedInAccount />
          <OwnReports />
        </>
      )}
    </>
  );
}

/** The switches for what other people find and see of the account. The server enforces them, so they hold on every device. */
function AccountPrivacy() {
  const query = useAccountPreferencesQuery();
  const hasChats = useCapability('chat');
  const { data } = query;
  if (!data)
    return (
      <SettingsCard title="Being found and asked">
        <WhileLoading query={query} rows={3} />
      </SettingsCard>
    );
  return (
    <>
      <FoundAndAsked chosen={data} />
      {hasChats && <InChats chosen={data} />}
    </>
  );
}

type PrivacySwitch = Exclude<keyof Preferences['privacy'], 'whoMayAsk'>;

/** The account's privacy, changed by a card that says by itself what was not saved. */
function usePrivacySwitches({ privacy }: Preferences) {
  const { failure, change } = useSavedPreferences();
  const toggle = (name: PrivacySwitch, label: string, hint?: string) => (
    <SwitchField
      label={label}
      hint={hint}
      checked={privacy[name]}
      onChange={(on) => change({ privacy: { [name]: on } })}
    />
  );
  return { toggle, change, failed: <ErrorLine>{failure}</ErrorLine> };
}

function FoundAndAsked({ chosen }: { chosen: Preferences }) {
  const { privacy, timeZone } = chosen;
  const { toggle, change, failed } = usePrivacySwitches(chosen);
  const hasIntents = useCapability('profile.intent');
  return (
    <SettingsCard title="Being found and asked">
      {toggle(
        'discoverable',
        'Show me in feed and search',
        'If off, only connections and people with a request between you find you there. Whoever has a link to your profile can still open it.',
      )}
      <RadioChoice
        legend="Who may ask me"
        hint="To connect, or to join a project of yours. People who may not ask do not meet you in their feed. Requests that are already there stay."
        options={askers}
        chosen={privacy.whoMayAsk}
        onChange={(whoMayAsk) => change({ privacy: { whoMayAsk } })}
        className="mt-1 flex flex-col"
      />
      {toggle(
        'showAddress',
        'Show my email address to connections',
        'On your profile, to people you are connected with and nobody else.',
      )}
      {hasIntents &&
        toggle('showTimeZone', 'Show my time zone', 'On your profile, and in the feed as working hours in common.')}
      {hasIntents && privacy.showTimeZone && (
        <TimeZone chosen={timeZone} onChange={(zone) => change({ timeZone: zone })} />
      )}
      {failed}
    </SettingsCard>
  );
}

/** At first it is the browser's, which the first visit tells the account. */
function TimeZone({ chosen, onChange }: { chosen: string | null; onChange: (chosen: string) => void }) {
  const id = useId();
  const zones = new Set([...(chosen === null ? [] : [chosen]), ...Intl.supportedValuesOf('timeZone'), 'UTC']);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <label htmlFor={id} className="font-semibold text-small">
        Time zone
      </label>
      <select
        id={id}
        className="select w-auto max-w-full"
        value={chosen ?? ''}
        onChange={(event) => onChange(event.target.value)}
      >
        {chosen === null && <option value="">Not known yet</option>}
        {[...zones].sort().map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    </div>
  );
}

function InChats({ chosen }: { chosen: Preferences }) {
  const { toggle, failed } = usePrivacySwitches(chosen);
  return (
    <SettingsCard title="In chats">
      {toggle('presence', 'Show when I am online', 'Both ways: if off, you do not see who is online either.')}
      {toggle(
        'receipts',
        'Read receipts',
        "Both ways: without them you do not see others' either. Unread counts work all the same.",
      )}
      {toggle('typing', 'Show others when I am typing')}
      <PreferenceSwitch name="seeTyping" label="Show me when others are typing" hint="On this device." />
      {failed}
    </SettingsCard>
  );
}

/** The people who may ask the user to connect, or to join their project. */
const askers: readonly { value: WhoMayAsk; label: string }[] = [
  { value: 'everybody', label: 'Everybody' },
  { value: 'sharedSkill', label: 'People who share a skill with me' },
  { value: 'nobody', label: 'Nobody' },
];

/** Whether the own profile is visible without an account; for upstreams with `public.pages`. */
function PublicProfile() {
  const { _id, isPublic = false } = useOwnUser();
  const [edit, { isLoading }] = useEditProfileMutation();
  const change = async (wanted: boolean) => {
    try {
      await edit({ isPublic: wanted }).unwrap();
      toast.success(wanted ? 'Your profile is visible without an account' : 'Your profile is for members only');
    } catch {
      toast.error('That was not saved. Please try again.');
    }
  };
  return (
    <SettingsCard title="Public page">
      <SwitchField
        label="My profile is visible without an account"
        hint="Name, picture, headline, about, skills and your public projects. Place, links and connections are not shown. Search engines may list the page."
        checked={isPublic}
        disabled={isLoading}
        onChange={(wanted) => void change(wanted)}
      />
      {isPublic && (
        <p className="text-small">
          <a href={sharePath.profile(_id)} target="_blank" rel="noopener" className="text-primary underline">
            See the public page
          </a>
        </p>
      )}
    </SettingsCard>
  );
}
