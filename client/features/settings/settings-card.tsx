import { type ReactNode, useRef, useState } from 'react';
import { useChangePreferencesMutation } from '#client/api/preferences-api.ts';
import { type Preferences, setPreference, usePreferences } from '#client/lib/device/preferences.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { focusBeside } from '#client/lib/dom/focus.ts';
import { errorMessage } from '#client/lib/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { RadioChoice } from '#client/ui/form/radio-choice.tsx';
import { SwitchField } from '#client/ui/form/switch-field.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import type { PreferencesChange } from '#shared/api/account/preferences.ts';

/** One group of settings, with its heading. */
export function SettingsCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card flex flex-col gap-4 p-4 sm:p-6">
      <h3 className="text-h3">{title}</h3>
      {children}
    </section>
  );
}

type BooleanPreference = {
  [Name in keyof Preferences]: Preferences[Name] extends boolean ? Name : never;
}[keyof Preferences];

/** A switch for a preference that is on or off. */
export function PreferenceSwitch({ name, ...words }: { name: BooleanPreference; label: string; hint?: string }) {
  return <SwitchField {...words} checked={usePreferences()[name]} onChange={(on) => setPreference(name, on)} />;
}

interface ChoiceProps<Name extends keyof Preferences> {
  legend: string;
  name: Name;
  /** Each value in words. */
  options: Readonly<Record<string, string>> & Record<Extract<Preferences[Name], string>, string>;
}

/** Radio buttons for a preference with a few named values. */
export function PreferenceChoice<Name extends keyof Preferences>({ legend, name, options }: ChoiceProps<Name>) {
  const chosen = usePreferences()[name];
  return (
    <RadioChoice
      legend={legend}
      options={Object.entries(options).map(([value, label]) => ({ value: value as Preferences[Name], label }))}
      chosen={chosen}
      onChange={(value) => setPreference(name, value)}
    />
  );
}

interface Props {
  query: { data?: unknown; error?: unknown; isFetching: boolean; refetch: () => unknown };
  /** How many rows the list is likely to have. */
  rows: number;
}

/** In place of a list that is not there yet: its outline, or why it could not be loaded. */
export function WhileLoading({ query: { data, error, isFetching, refetch }, rows }: Props) {
  if (data !== undefined) return null;
  if (error === undefined) return <RowBones rows={rows} />;
  return <ErrorLine error={error} retrying={isFetching} onRetry={() => void refetch()} />;
}

/** Changes the account's preferences, shown at once. A change that is refused is taken back, and `failure` says so. */
export function useSavedPreferences() {
  const [save] = useChangePreferencesMutation();
  const [failure, setFailure] = useState<string>();
  const change = async (wanted: PreferencesChange) => {
    setFailure(undefined);
    const { error } = await save(wanted);
    if (error !== undefined) setFailure(`That was not saved. ${errorMessage(error)}`);
  };
  return { failure, change: (wanted: PreferencesChange) => void change(wanted) };
}

interface ActionRowProps {
  /** Before the text. */
  picture?: ReactNode;
  children: ReactNode;
  /** The row's one button, which ends what the row is about; none where that cannot be ended here. */
  action?: { words: string; label: string; call: () => Promise<unknown>; done: string } | undefined;
}

/** A row of a list with one button. The focus goes to the row beside, because this one leaves. */
export function ActionRow({ picture, children, action }: ActionRowProps) {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const row = useRef<HTMLLIElement>(null);
  const run = async ({ call, done }: NonNullable<typeof action>) => {
    setFailure(undefined);
    setPending(true);
    try {
      await call();
      announce(done);
      focusBeside(row.current);
    } catch (error) {
      setFailure(errorMessage(error));
      setPending(false);
    }
  };
  return (
    <li ref={row} className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      {picture}
      <div className="min-w-0 flex-1 basis-36 text-small">
        {children}
        <ErrorLine>{failure}</ErrorLine>
      </div>
      {action && (
        <Button pending={isPending} aria-label={action.label} onClick={() => void run(action)}>
          {action.words}
        </Button>
      )}
    </li>
  );
}
