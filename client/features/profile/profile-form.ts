import { skillList } from '#client/text/person.ts';
import type { OwnUser, ProfileEdit } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';
import { skillsProblem } from '#shared/skills.ts';

/** Every field of the form, as typed. */
export interface ProfileForm {
  firstName: string;
  lastName: string;
  headline: string;
  location: string;
  photoUrl: string;
  skills: string[];
  about: string;
  githubUrl: string;
  websiteUrl: string;
}

export type FormField = keyof ProfileForm;
export type FormErrors = Partial<Record<FormField, string>>;

export const fieldLabels: Record<FormField, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  headline: 'Headline',
  location: 'Location',
  photoUrl: 'Photo link',
  skills: 'Skills',
  about: 'About',
  githubUrl: 'GitHub link',
  websiteUrl: 'Website link',
};

export function formOf(user: OwnUser): ProfileForm {
  return {
    firstName: user.firstName,
    lastName: user.lastName ?? '',
    headline: user.headline ?? '',
    location: user.location ?? '',
    photoUrl: user.photoUrl ?? '',
    skills: skillList(user.skills),
    about: user.about ?? '',
    githubUrl: user.githubUrl ?? '',
    websiteUrl: user.websiteUrl ?? '',
  };
}

/** Only what differs from what was loaded: another upstream refuses the whole edit for one key it does not know. */
export function changesOf(loaded: ProfileForm, form: ProfileForm): ProfileEdit {
  const changes: Record<string, unknown> = {};
  for (const name of Object.keys(form) as FormField[]) {
    if (JSON.stringify(form[name]) !== JSON.stringify(loaded[name])) changes[name] = form[name];
  }
  return changes as ProfileEdit;
}

/**
 * A form after a save: the saved fields take the upstream's own spelling of them, unless something else was typed since
 * `sent`.
 */
export function mergeSaved(
  form: ProfileForm,
  changes: ProfileEdit,
  saved: ProfileForm,
  sent: ProfileForm = form,
): ProfileForm {
  const same = (name: FormField) => JSON.stringify(form[name]) === JSON.stringify(sent[name]);
  const names = (Object.keys(changes) as FormField[]).filter(same);
  return { ...form, ...Object.fromEntries(names.map((name) => [name, saved[name]])) };
}

/** What the upstream would refuse, field by field; only changed fields are looked at, so old data never blocks. */
export function problemsOf(changes: ProfileEdit): FormErrors {
  const errors: FormErrors = {};
  for (const name of ['firstName', 'lastName'] as const) {
    const length = changes[name]?.trim().length ?? limits.name.min;
    if (length < limits.name.min || length > limits.name.max) {
      errors[name] = `${fieldLabels[name]} has ${limits.name.min} to ${limits.name.max} characters.`;
    }
  }
  for (const name of ['photoUrl', 'githubUrl', 'websiteUrl'] as const) {
    if (changes[name] && !isWebLink(changes[name]))
      errors[name] = 'This must be a link that begins with https:// or http://.';
  }
  for (const name of ['about', 'headline', 'location'] as const) {
    if ((changes[name]?.length ?? 0) > limits[name].max) {
      errors[name] = `${fieldLabels[name]} has at most ${limits[name].max} characters.`;
    }
  }
  const problem = changes.skills && skillsProblem(changes.skills);
  if (problem) errors.skills = problem;
  return errors;
}

function isWebLink(text: string): boolean {
  return text.length <= limits.link.max && /^https?:\/\/[^\s/]+\.?[^\s]*$/i.test(text) && URL.canParse(text);
}
