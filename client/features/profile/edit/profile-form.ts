import { hoursIn, skillList } from '#client/lib/text/person.ts';
import type { OwnUser, ProfileEdit } from '#shared/api/users.ts';
import { completeLink } from '#shared/complete-link.ts';
import { lengthOf, limits } from '#shared/limits.ts';
import { pictureIdOf } from '#shared/pictures.ts';
import { skillsProblem } from '#shared/skills/skills.ts';

/** Every field of the form, as typed. */
export type ProfileForm = ReturnType<typeof formOf>;
export type FormField = keyof ProfileForm;
export type FormErrors = Partial<Record<FormField, string>>;

const linkFields = ['photoUrl', 'coverUrl', 'githubUrl', 'websiteUrl'] as const;

/** In the order of the form. */
export const fieldLabels: Record<FormField, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  headline: 'Headline',
  location: 'Location',
  photoUrl: 'Photo link',
  coverUrl: 'Cover link',
  skills: 'Skills',
  about: 'About',
  lookingFor: 'You want to',
  hoursPerWeek: 'Hours a week',
  githubUrl: 'GitHub link',
  websiteUrl: 'Website link',
};

export function formOf(user: OwnUser) {
  return {
    firstName: user.firstName,
    lastName: user.lastName ?? '',
    headline: user.headline ?? '',
    location: user.location ?? '',
    photoUrl: user.photoUrl ?? '',
    coverUrl: user.coverUrl ?? '',
    skills: skillList(user.skills),
    about: user.about ?? '',
    githubUrl: user.githubUrl ?? '',
    websiteUrl: user.websiteUrl ?? '',
    lookingFor: user.lookingFor ?? [],
    hoursPerWeek: user.hoursPerWeek?.toString() ?? '',
  };
}

/** Only the fields that differ from the loaded ones: another upstream refuses the whole edit for one unknown key. */
export function changesOf(loaded: ProfileForm, form: ProfileForm): ProfileEdit {
  const next = { ...form };
  for (const name of linkFields) next[name] = completeLink(form[name]);
  const changes: Record<string, unknown> = {};
  for (const name of Object.keys(next) as FormField[]) {
    if (!isSame(next[name], loaded[name])) changes[name] = next[name];
  }
  if ('hoursPerWeek' in changes) changes.hoursPerWeek = hoursIn(next.hoursPerWeek);
  return changes as ProfileEdit;
}

export function isSame(a: ProfileForm[FormField], b: ProfileForm[FormField]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The stored values after a save: those of the saved fields are new. */
export function mergeSaved(stored: ProfileForm, changes: ProfileEdit, saved: ProfileForm): ProfileForm {
  const names = Object.keys(changes) as FormField[];
  return { ...stored, ...Object.fromEntries(names.map((name) => [name, saved[name]])) };
}

/** The problems that the upstream would refuse, by field. Checks changed fields only, so that old data blocks nothing. */
export function problemsOf(changes: ProfileEdit): FormErrors {
  const errors: FormErrors = {};
  for (const name of ['firstName', 'lastName'] as const) {
    const typed = changes[name]?.trim();
    const length = typed === undefined ? limits.name.min : lengthOf(typed);
    if (length < limits.name.min || length > limits.name.max) {
      errors[name] = `${fieldLabels[name]} has ${limits.name.min} to ${limits.name.max} characters.`;
    }
  }
  for (const name of linkFields) {
    const link = changes[name];
    if (link && pictureIdOf(link) === undefined && !isWebLink(link))
      errors[name] = 'This must be a link such as https://example.com/you.';
  }
  for (const name of ['about', 'headline', 'location'] as const) {
    if (lengthOf(changes[name] ?? '') > limits[name].max) {
      errors[name] = `${fieldLabels[name]} has at most ${limits[name].max} characters.`;
    }
  }
  const hours = changes.hoursPerWeek ?? 1;
  if (!Number.isInteger(hours) || hours < 1 || hours > limits.hoursPerWeek.max)
    errors.hoursPerWeek = `A whole number from 1 to ${limits.hoursPerWeek.max}.`;
  const problem = changes.skills && skillsProblem(changes.skills);
  if (problem) errors.skills = problem;
  return errors;
}

function isWebLink(text: string): boolean {
  return text.length <= limits.link.max && /^https?:\/\/[^\s/]+\.?[^\s]*$/i.test(text) && URL.canParse(text);
}
