import { type ReactNode, useEffect, useMemo } from 'react';
import { announce } from '#client/dom/focus/announce.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useSendPicture } from '#client/store/api/media-api.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import { skillList } from '#client/text/person.ts';
import { ChipsInput } from '#client/ui/form/chips-input.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { TextAreaField } from '#client/ui/form/text-area-field.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { Cover } from '#client/ui/person/cover.tsx';
import { LinkInstead } from '#client/ui/picture/link-instead.tsx';
import { PictureField } from '#client/ui/picture/picture-field.tsx';
import { pictureIdOf } from '#shared/api/media.ts';
import type { OwnUser } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';
import { PhotoHint } from '../photo-hint.tsx';
import { type FormField, fieldLabels } from './profile-form.ts';
import type { ProfileDraft } from './use-profile-draft.ts';

interface NameFieldsProps {
  user: OwnUser;
  draft: ProfileDraft;
  /** The photo link, debounced. */
  photoUrl: string;
}

export function NameFields({ user, draft, photoUrl }: NameFieldsProps) {
  const hasLinks = useCapability('profile.links');
  return (
    <Group legend="Who you are">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...bind(draft, 'firstName')} autoComplete="given-name" />
        <TextField {...bind(draft, 'lastName')} autoComplete="family-name" />
      </div>
      {hasLinks && <TextField {...bind(draft, 'headline')} hint="One line, such as what you work on now." />}
      {hasLinks && <TextField {...bind(draft, 'location')} autoComplete="address-level2" />}
      {user.emailId !== undefined && (
        <TextField
          label="Email"
          value={user.emailId}
          readOnly
          hint="It cannot be changed here."
          className="bg-base-200"
        />
      )}
      <PictureFields user={user} draft={draft} photoUrl={photoUrl} />
    </Group>
  );
}

/** The photo and the cover: uploads where the upstream takes them, else a link to a photo. */
function PictureFields({ user, draft, photoUrl }: NameFieldsProps) {
  const send = useSendPicture();
  const avatar = (size: 64 | 96) => (
    <Avatar key={photoUrl} person={{ ...user, ...draft.form, photoUrl }} size={size} isOwn className="shrink-0" />
  );
  const link = (
    <TextField {...bind(draft, 'photoUrl')} type="url" inputMode="url" hint={<PhotoHint url={photoUrl} />} />
  );
  if (send === undefined)
    return (
      <div className="flex items-start gap-3">
        {avatar(64)}
        <div className="min-w-0 flex-1">{link}</div>
      </div>
    );
  const { photoUrl: photo, coverUrl: cover } = draft.form;
  return (
    <>
      <PictureField
        label="Photo"
        value={photo}
        preview={avatar(96)}
        aspect={1}
        round
        error={pictureIdOf(photo) === undefined ? undefined : draft.refusal.errors.photoUrl}
        send={send}
        onChange={(url) => draft.set('photoUrl', url)}
      >
        {pictureIdOf(photo) === undefined && (
          <LinkInstead open={photo !== '' || draft.refusal.errors.photoUrl !== undefined}>{link}</LinkInstead>
        )}
      </PictureField>
      <PictureField
        label="Cover"
        value={cover}
        preview={<Cover id={user._id} src={cover} shape="band" isOwn className="h-16 w-48 rounded-field" />}
        aspect={4}
        error={draft.refusal.errors.coverUrl}
        send={send}
        onChange={(url) => draft.set('coverUrl', url)}
      />
    </>
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
        suggestions={useSkillsInFeed()}
        error={refusal.errors.skills}
        onChange={(skills) => set('skills', skills)}
      />
      <TextAreaField
        {...bind(draft, 'about')}
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
      <TextField {...bind(draft, 'githubUrl')} type="url" inputMode="url" />
      <TextField {...bind(draft, 'websiteUrl')} type="url" inputMode="url" />
    </Group>
  );
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 text-h3">{legend}</legend>
      {children}
    </fieldset>
  );
}

/** The props that tie a text field to its place in the draft. */
function bind({ form, refusal, set }: ProfileDraft, name: Exclude<FormField, 'skills'>) {
  return {
    label: fieldLabels[name],
    name,
    value: form[name],
    error: refusal.errors[name],
    dir: name.endsWith('Url') ? undefined : 'auto',
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  };
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
