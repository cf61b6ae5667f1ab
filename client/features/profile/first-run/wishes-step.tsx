import { useState } from 'react';
import { useChangePreferencesMutation } from '#client/store/api/account/preferences-api.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { errorMessage } from '#client/text/api-error.ts';
import { intentWords } from '#client/text/match-words.ts';
import { ChoiceChips } from '#client/ui/form/choice-chips.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { SwitchField } from '#client/ui/form/switch-field.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import { type Intent, intents } from '#shared/intents.ts';
import { StepForm, type StepProps } from './step-form.tsx';

const hours = [1, 2, 3, 5, 8, 10, 15, 20, 30, 40];

/** The step that asks what the user looks for, for how many hours a week, and whether others see the browser's time zone. */
export function WishesStep({ user, onGoOn, isSaving, isLast }: StepProps) {
  const hasPreferences = useCapability('preferences');
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const [lookingFor, setLookingFor] = useState<Intent[]>(user.lookingFor ?? []);
  const [weekly, setWeekly] = useState(user.hoursPerWeek?.toString() ?? '');
  const [showsZone, setShowsZone] = useState(user.timeZone !== undefined);
  const [change, { isLoading, error }] = useChangePreferencesMutation();
  const save = async () => {
    if (hasPreferences && showsZone !== (user.timeZone !== undefined)) {
      const zone = showsZone ? { timeZone } : {};
      const { error: failure } = await change({ ...zone, privacy: { showTimeZone: showsZone } });
      if (failure !== undefined) return;
    }
    onGoOn({ lookingFor, hoursPerWeek: weekly === '' ? null : Number(weekly) });
  };
  return (
    <StepForm isSaving={isSaving || isLoading} isLast={isLast} onSkip={() => onGoOn({})} onSave={() => void save()}>
      <ChoiceChips
        legend="You want to"
        options={intents}
        words={intentWords}
        chosen={lookingFor}
        onChange={setLookingFor}
      />
      <SelectField label="Hours a week" value={weekly} onChange={(event) => setWeekly(event.target.value)}>
        <option value="">Not said</option>
        {hours.map((count) => (
          <option key={count} value={count}>
            {count === 1 ? '1 hour' : `${count} hours`}
          </option>
        ))}
      </SelectField>
      {hasPreferences && (
        <SwitchField
          label="Show my time zone"
          hint={`${timeZone}, as your browser says. Others see it, and the feed counts working hours in common.`}
          checked={showsZone}
          onChange={setShowsZone}
        />
      )}
      <ErrorLine>{error === undefined ? undefined : `Not saved. ${errorMessage(error)}`}</ErrorLine>
    </StepForm>
  );
}
