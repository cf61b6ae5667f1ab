import { useId } from 'react';
import { useCapability } from '#client/api/capabilities.ts';
import { useAccountPreferencesQuery } from '#client/api/preferences-api.ts';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import type { NotifyKind, NotifyWay, Preferences, PreferencesChange } from '#shared/api/account/preferences.ts';
import { PushSwitch } from './push.tsx';
import { PreferenceSwitch, SettingsCard, useSavedPreferences, WhileLoading } from './settings-card.tsx';

export function NotificationsSection() {
  const keepsChoices = useCapability('preferences');
  const hasPush = useCapability('push');
  return (
    <>
      {keepsChoices && <AccountNotices />}
      <SettingsCard title="On this device">
        <PreferenceSwitch
          name="titleCount"
          label="Count in the title"
          hint="“(3)” in front of the tab's title: everything that waits for you, each counted once."
        />
        {hasPush && <PushSwitch />}
      </SettingsCard>
    </>
  );
}

/** The switches for notifications by kind and way, which hold on every device. */
function AccountNotices() {
  const query = useAccountPreferencesQuery();
  const { failure, change } = useSavedPreferences();
  const hasMail = useCapability('notices.mail');
  const hasPush = useCapability('push');
  const { data } = query;
  const ways: NotifyWay[] = ['page', ...(hasMail ? ['mail' as const] : []), ...(hasPush ? ['push' as const] : [])];
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
      {data && <NotifyTable notify={data.notify} ways={ways} onChange={(notify) => change({ notify })} />}
      <ErrorLine>{failure}</ErrorLine>
    </SettingsCard>
  );
}

/** In the order in which they are shown. */
const kindWords: Readonly<Record<NotifyKind, string>> = {
  request: 'Somebody wants to connect',
  connected: 'A request of yours is accepted',
  message: 'Messages while you are away',
  mention: 'Somebody mentions you in a room',
  interest: 'Somebody asks to join a project of yours',
  'interest-reviewed': 'A project answers your ask to join',
};

const wayWords: Readonly<Record<NotifyWay, string>> = { page: 'On the page', mail: 'Mail', push: 'Push' };

interface NotifyTableProps {
  notify: Preferences['notify'];
  /** The columns: what this upstream can do. */
  ways: readonly NotifyWay[];
  onChange: (change: NonNullable<PreferencesChange['notify']>) => void;
}

const kinds = Object.keys(kindWords) as NotifyKind[];
const row = 'lg:grid lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center lg:gap-4';
const cells = 'flex flex-col lg:flex-row';
/** On a phone a line with its label; else a cell below the column's name. */
const cell = 'flex min-h-11 items-center justify-between gap-4 lg:w-24 lg:justify-center';

/** Each kind with a switch for each way: columns, or on a phone one list below the other. */
function NotifyTable({ notify, ways, onChange }: NotifyTableProps) {
  return (
    <div>
      <div aria-hidden="true" className={`hidden border-base-300 border-b pb-2 ${row}`}>
        <span />
        <div className={cells}>
          {ways.map((way) => (
            <span key={way} className="w-24 text-center font-semibold text-muted text-small">
              {wayWords[way]}
            </span>
          ))}
        </div>
      </div>
      <ul aria-label="What you are told about" className="flex flex-col divide-y divide-base-300">
        {/* An older upstream does not know every kind. */}
        {kinds
          .filter((kind) => notify[kind] !== undefined)
          .map((kind) => (
            <Kind key={kind} kind={kind} chosen={notify[kind]} ways={ways} onChange={onChange} />
          ))}
      </ul>
    </div>
  );
}

interface KindProps extends Pick<NotifyTableProps, 'ways' | 'onChange'> {
  kind: NotifyKind;
  chosen: Preferences['notify'][NotifyKind];
}

function Kind({ kind, chosen, ways, onChange }: KindProps) {
  const id = useId();
  return (
    <li className={`py-2 first:pt-0 last:pb-0 lg:first:pt-2 ${row}`}>
      <p id={id} className="font-semibold text-small">
        {kindWords[kind]}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid item in every browser */}
      <div role="group" aria-labelledby={id} className={cells}>
        {ways.map((way) => (
          <label key={way} className={cell}>
            <span className="text-small lg:sr-only">{wayWords[way]}</span>
            <input
              type="checkbox"
              className="toggle toggle-primary shrink-0"
              checked={chosen[way]}
              aria-describedby={id}
              onChange={(event) => onChange({ [kind]: { [way]: event.target.checked } })}
            />
          </label>
        ))}
      </div>
    </li>
  );
}
