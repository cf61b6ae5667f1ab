import { useId } from 'react';
import { toast } from 'sonner';
import { useCapability } from '#client/api/capabilities.ts';
import { useEditProfileMutation } from '#client/api/people-api.ts';
import { useAccountPreferencesQuery } from '#client/api/preferences-api.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { SwitchField } from '#client/ui/form/switch-field.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import type { WhoMayAsk as Choice, Preferences, PreferencesChange } from '#shared/api/preferences.ts';
import { sharePath } from '#shared/share-path.ts';
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

interface CardProps {
  chosen: Preferences;
  change: (change: PreferencesChange) => void;
  failure: string | undefined;
}

/** The switches for what other people find and see of the account. The server enforces them, so they hold on every device. */
export function AccountPrivacy() {
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
      <Saved Card={FoundAndAsked} chosen={data} />
      {hasChats && <Saved Card={AccountPrivacyInChats} chosen={data} />}
    </>
  );
}

/** Each card says by itself what was not saved. */
function Saved({ Card, chosen }: { Card: (props: CardProps) => React.ReactNode; chosen: Preferences }) {
  return <Card chosen={chosen} {...useSavedPreferences()} />;
}

function FoundAndAsked({ chosen: { privacy, timeZone }, failure, change }: CardProps) {
  const hasIntents = useCapability('profile.intent');
  return (
    <SettingsCard title="Being found and asked">
      <SwitchField
        label="Show me in feed and search"
        hint="If off, only connections and people with a request between you find you there. Whoever has a link to your profile can still open it."
        checked={privacy.discoverable}
        onChange={(discoverable) => change({ privacy: { discoverable } })}
      />
      <WhoMayAsk chosen={privacy.whoMayAsk} onChange={(whoMayAsk) => change({ privacy: { whoMayAsk } })} />
      <SwitchField
        label="Show my email address to connections"
        hint="On your profile, to people you are connected with and nobody else."
        checked={privacy.showAddress}
        onChange={(showAddress) => change({ privacy: { showAddress } })}
      />
      {hasIntents && (
        <SwitchField
          label="Show my time zone"
          hint="On your profile, and in the feed as working hours in common."
          checked={privacy.showTimeZone}
          onChange={(showTimeZone) => change({ privacy: { showTimeZone } })}
        />
      )}
      {hasIntents && privacy.showTimeZone && (
        <TimeZone chosen={timeZone} onChange={(zone) => change({ timeZone: zone })} />
      )}
      <ErrorLine>{failure}</ErrorLine>
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

function AccountPrivacyInChats({ chosen: { privacy }, failure, change }: CardProps) {
  return (
    <SettingsCard title="In chats">
      <SwitchField
        label="Show when I am online"
        hint="Both ways: if off, you do not see who is online either."
        checked={privacy.presence}
        onChange={(presence) => change({ privacy: { presence } })}
      />
      <SwitchField
        label="Read receipts"
        hint="Both ways: without them you do not see others' either. Unread counts work all the same."
        checked={privacy.receipts}
        onChange={(receipts) => change({ privacy: { receipts } })}
      />
      <SwitchField
        label="Show others when I am typing"
        checked={privacy.typing}
        onChange={(typing) => change({ privacy: { typing } })}
      />
      <PreferenceSwitch name="seeTyping" label="Show me when others are typing" hint="On this device." />
      <ErrorLine>{failure}</ErrorLine>
    </SettingsCard>
  );
}

const options: readonly { value: Choice; label: string }[] = [
  { value: 'everybody', label: 'Everybody' },
  { value: 'sharedSkill', label: 'People who share a skill with me' },
  { value: 'nobody', label: 'Nobody' },
];

/** Setting: which people may ask the user to connect, or to join their project. */
export function WhoMayAsk({ chosen, onChange }: { chosen: Choice; onChange: (chosen: Choice) => void }) {
  return (
    <fieldset>
      <legend className="font-semibold text-small">Who may ask me</legend>
      <p className="text-muted text-small">
        To connect, or to join a project of yours. People who may not ask do not meet you in their feed. Requests that
        are already there stay.
      </p>
      <div className="mt-1 flex flex-col">
        {options.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name="who-may-ask"
              className="radio"
              checked={chosen === value}
              onChange={() => onChange(value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Whether the own profile is visible without an account; for upstreams with `public.pages`. */
export function PublicProfile() {
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
