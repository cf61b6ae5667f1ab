import { type ReactNode, useEffect, useMemo } from 'react';
import { announce } from '#client/dom/focus/announce.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useSkillMatches } from '#client/store/api/skills-api.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import { skillList } from '#client/text/person.ts';
import { ChipsInput } from '#client/ui/form/chips-input.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { TextAreaField } from '#client/ui/form/text-area-field.tsx';
import type { OwnUser } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';
import { bindField } from './bind-field.ts';
import { PictureFields } from './picture-fields.tsx';
import { fieldLabels } from './profile-form.ts';
import type { ProfileDraft } from './use-profile-draft.ts';

interface NameFieldsProps {
  user: OwnUser;
  draft: ProfileDraft;
  /** The photo link, debounced. */
  photoUrl: string;
}

export function NameFields({ user, draft, photoUrl }: NameFieldsProps) {
  const hasLinks = useCapability('profile.links');
  const canChangeEmail = useCapability('email.change');
  return (
    <Group legend="Who you are">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...bindField(draft, 'firstName')} autoComplete="given-name" />
        <TextField {...bindField(draft, 'lastName')} autoComplete="family-name" />
      </div>
      {hasLinks && <TextField {...bindField(draft, 'headline')} hint="One line, such as what you work on now." />}
      {hasLinks && <TextField {...bindField(draft, 'location')} autoComplete="address-level2" />}
      {user.emailId !== undefined && (
        <TextField
          label="Email"
          value={user.emailId}
          readOnly
          hint={`It cannot be changed here${canChangeEmail ? ', but in Settings, Account' : ''}.`}
          className="bg-base-200"
        />
      )}
      <PictureFields user={user} draft={draft} photoUrl={photoUrl} />
    </Group>
  );
}

export function WorkFields({ draft }: { draft: ProfileDraft }) {
  const { form, refusal, set } = draft;
  return (
    <Group legend="What you do">
      <ChipsInput
        label={fieldLabels.skills}
        name="skills"
        value={form.skills}
        {...useSkillMatches(useSkillsInFeed())}
        error={refusal.errors.skills}
        onChange={(skills) => set('skills', skills)}
      />
      <TextAreaField
        {...bindField(draft, 'about')}
        rows={6}
        hint={<Counter used={form.about.length} max={limits.about.max} />}
      />
    </Group>
  );
}

export function LinkFields({ draft }: { draft: ProfileDraft }) {
  if (!useCapability('profile.links')) return null;
  return (
    <Group legend="Where else you are">
      <TextField {...bindField(draft, 'githubUrl')} type="url" inputMode="url" />
      <TextField
        {...bindField(draft, 'websiteUrl')}
        type="url"
        inputMode="url"
        hint="Your own site, or your page on GitLab, Codeberg, Mastodon or LinkedIn, which is then called by its name."
      />
    </Group>
  );
}

export function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 text-h3">{legend}</legend>
      {children}
    </fieldset>
  );
}

/** Spoken only at 50, 20 and 0 characters left. */
function Counter({ used, max }: { used: number; max: number }) {
  const left = max - used;
  useEffect(() => {
    if (left === 50 || left === 20 || left === 0) announce(`${left} characters left`);
  }, [left]);
  return (
    <span className={left < 0 ? 'text-error' : undefined}>
      <span className="font-mono">{used}</span> of {max} characters
    </span>
  );
}

/** Skills in the spelling of other people, which is the one that search finds. */
function useSkillsInFeed(): string[] {
  const people = useAppSelector((state) => state.feed.items);
  return useMemo(
    () => [...new Set((people ?? []).flatMap(({ skills }) => skillList(skills)))].sort().slice(0, 100),
    [people],
  );
}
