import { type FormField, fieldLabels } from './profile-form.ts';
import type { ProfileDraft } from './use-profile-draft.ts';

/** The props that tie a text field to its place in the draft. */
export function bindField({ form, refusal, set }: ProfileDraft, name: Exclude<FormField, 'skills' | 'lookingFor'>) {
  return {
    label: fieldLabels[name],
    name,
    value: form[name],
    error: refusal.errors[name],
    dir: name.endsWith('Url') ? undefined : 'auto',
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  };
}
