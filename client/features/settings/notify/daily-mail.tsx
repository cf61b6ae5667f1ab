import { useId } from 'react';
import { SwitchField } from '#client/ui/form/switch-field.tsx';
import type { Preferences, PreferencesChange } from '#shared/api/preferences.ts';

interface Props {
  preferences: Pick<Preferences, 'digest' | 'timeZone'>;
  onChange: (change: PreferencesChange) => void;
}

export function DailyMail({ preferences: { digest, timeZone }, onChange }: Props) {
  const id = useId();
  const zones = new Set([...(timeZone === null ? [] : [timeZone]), ...Intl.supportedValuesOf('timeZone'), 'UTC']);
  return (
    <div className="flex flex-col gap-4 border-base-300 border-t pt-4">
      <SwitchField
        label="A mail between 8:00 and 9:00 about what waits"
        hint="Only on days on which something waits that no other mail has told you of."
        checked={digest}
        onChange={(on) => onChange({ digest: on })}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <label htmlFor={id} className="font-semibold text-small">
          Time zone
        </label>
        <select
          id={id}
          className="select w-auto max-w-full"
          value={timeZone ?? ''}
          onChange={(event) => onChange({ timeZone: event.target.value })}
        >
          {timeZone === null && <option value="">Not known yet</option>}
          {[...zones].sort().map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
