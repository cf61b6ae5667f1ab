import { useCapability } from '#client/store/api/capabilities.ts';
import { intentWords } from '#client/text/match-words.ts';
import { ChoiceChips } from '#client/ui/form/choice-chips.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { intents } from '#shared/intents.ts';
import { bindField } from './bind-field.ts';
import { Group } from './profile-fields.tsx';
import { fieldLabels } from './profile-form.ts';
import type { ProfileDraft } from './use-profile-draft.ts';

/** The fields for what the user looks for and the hours a week; nothing without the capability `profile.intent`. */
export function WishFields({ draft }: { draft: ProfileDraft }) {
  if (!useCapability('profile.intent')) return null;
  return (
    <Group legend="What you look for">
      <ChoiceChips
        legend={fieldLabels.lookingFor}
        options={intents}
        words={intentWords}
        chosen={draft.form.lookingFor}
        onChange={(lookingFor) => draft.set('lookingFor', lookingFor)}
      />
      <TextField
        {...bindField(draft, 'hoursPerWeek')}
        inputMode="numeric"
        autoComplete="off"
        hint="That you have for it. Your time zone shows where you switch it on in Settings, under Privacy."
      />
    </Group>
  );
}
