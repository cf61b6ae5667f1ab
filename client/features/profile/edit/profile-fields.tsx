import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useCapability } from '#client/api/capabilities.ts';
import { useSendPicture, useSkillMatches } from '#client/api/fields-api.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { skillList } from '#client/lib/text/person.ts';
import { useAppSelector } from '#client/state/hooks.ts';
import { IntentChips } from '#client/ui/chips.tsx';
import { ChipsInput } from '#client/ui/form/chips-input.tsx';
import { TextAreaField, TextField } from '#client/ui/form/field.tsx';
import { Avatar, Cover } from '#client/ui/person/avatar.tsx';
import { LinkInstead, PictureField } from '#client/ui/picture/picture-field.tsx';
import type { OwnUser } from '#shared/api/users.ts';
import { lengthOf, limits } from '#shared/limits.ts';
import { pictureIdOf } from '#shared/pictures.ts';
import { type FormField, fieldLabels } from './profile-form.ts';
import type { ProfileDraft } from './use-profile-draft.ts';

interface PictureProps {
  user: OwnUser;
  draft: ProfileDraft;
  /** The photo link, debounced. */
  photoUrl: string;
}

export function NameFields({ user, draft, photoUrl }: PictureProps) {
  const hasLinks = useCapability('profile.links');
  const canChangeEmail = useCapability('email.change');
  return (
    <Group legend="Who you are">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...textField(draft, 'firstName')} autoComplete="given-name" />
        <TextField {...textField(draft, 'lastName')} autoComplete="family-name" />
      </div>
      {hasLinks && <TextField {...textField(draft, 'headline')} hint="One line, such as what you work on now." />}
      {hasLinks && <TextField {...textField(draft, 'location')} autoComplete="address-level2" />}
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
  return (
    <Group legend="What you do">
      <ChipsInput
        label={fieldLabels.skills}
        name="skills"
        {...draft.controlled('skills')}
        {...useSkillMatches(useSkillsInFeed())}
      />
      <TextAreaField
        {...textField(draft, 'about')}
        rows={6}
        hint={<Counter used={lengthOf(draft.values.about)} max={limits.about.max} />}
      />
    </Group>
  );
}

export function LinkFields({ draft }: { draft: ProfileDraft }) {
  if (!useCapability('profile.links')) return null;
  return (
    <Group legend="Where else you are">
      <TextField {...textField(draft, 'githubUrl')} type="url" inputMode="url" />
      <TextField
        {...textField(draft, 'websiteUrl')}
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

/** The props that tie a text field to its label and its place in the form. */
function textField({ field }: ProfileDraft, name: Exclude<FormField, 'skills' | 'lookingFor'>) {
  return { label: fieldLabels[name], ...(!name.endsWith('Url') && { dir: 'auto' }), ...field(name) };
}

/** The fields for what the user looks for and the hours a week; nothing without the capability `profile.intent`. */
export function WishFields({ draft }: { draft: ProfileDraft }) {
  const { value: chosen, onChange } = draft.controlled('lookingFor');
  if (!useCapability('profile.intent')) return null;
  return (
    <Group legend="What you look for">
      <IntentChips legend={fieldLabels.lookingFor} chosen={chosen} onChange={onChange} />
      <TextField
        {...textField(draft, 'hoursPerWeek')}
        inputMode="numeric"
        autoComplete="off"
        hint="That you have for it. Your time zone shows where you switch it on in Settings, under Privacy."
      />
    </Group>
  );
}

/** The photo and the cover: uploads where the upstream takes them, else a link to a photo. */
function PictureFields({ user, draft, photoUrl }: PictureProps) {
  const send = useSendPicture();
  const [failed, setFailed] = useState<string>();
  const avatar = (size: 64 | 96) => (
    <Avatar
      key={photoUrl}
      person={{ ...user, ...draft.values, photoUrl }}
      size={size}
      className="shrink-0"
      onFailure={setFailed}
    />
  );
  const isHidden = photoUrl.startsWith('http://') || (photoUrl !== '' && photoUrl === failed);
  const link = (
    <TextField
      {...textField(draft, 'photoUrl')}
      type="url"
      inputMode="url"
      hint={
        <span role="status" className={isHidden ? 'text-warning' : undefined}>
          {photoHint(photoUrl, photoUrl === failed)}
        </span>
      }
    />
  );
  if (send === undefined)
    return (
      <div className="flex items-start gap-3">
        {avatar(64)}
        <div className="min-w-0 flex-1">{link}</div>
      </div>
    );
  const photo = draft.controlled('photoUrl');
  const cover = draft.controlled('coverUrl');
  const isUploaded = pictureIdOf(photo.value) !== undefined;
  return (
    <>
      <PictureField
        label="Photo"
        {...photo}
        error={isUploaded ? photo.error : undefined}
        preview={avatar(96)}
        aspect={1}
        round
        send={send}
      >
        {!isUploaded && <LinkInstead open={photo.value !== '' || photo.error !== undefined}>{link}</LinkInstead>}
      </PictureField>
      <PictureField
        label="Cover"
        {...cover}
        preview={<Cover id={user._id} src={cover.value} shape="band" className="h-16 w-48 rounded-field" />}
        aspect={4}
        send={send}
      />
    </>
  );
}

function photoHint(url: string, failed: boolean): string {
  if (failed) return 'We could not load this image.';
  return url.startsWith('http://')
    ? 'Only pictures over https are shown; initials stand in for this one.'
    : 'A link to a picture; it loads over https.';
}
