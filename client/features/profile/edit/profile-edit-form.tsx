import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import { type KeyboardEvent, useRef } from 'react';
import { classNames } from '#client/lib/dom/class-names.ts';
import { isSaveShortcut } from '#client/lib/dom/focus.ts';
import { fullName } from '#client/lib/text/person.ts';
import { Button } from '#client/ui/button.tsx';
import { focusField, ProblemSummary, refusedFields } from '#client/ui/form/problems.tsx';
import { Avatar, Cover } from '#client/ui/person/avatar.tsx';
import { SkillChips, WishLine } from '#client/ui/person/person-facts.tsx';
import type { OwnUser } from '#shared/api/users.ts';
import { LinkFields, NameFields, WishFields, WorkFields } from './profile-fields.tsx';
import { fieldLabels, type ProfileForm } from './profile-form.ts';
import type { ProfileDraft } from './use-profile-draft.ts';

interface Props {
  user: OwnUser;
  draft: ProfileDraft;
  photoUrl: string;
  hidden: boolean;
}

export function ProfileEditForm({ user, draft, photoUrl, hidden }: Props) {
  const { element, summary, sentence, failure, isSubmitting } = draft;
  const { errors } = draft.formState;
  const hasProblems = refusedFields(errors).length > 0;
  const saveButton = useRef<HTMLButtonElement>(null);

  const handleKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (!isSaveShortcut(event)) return;
    event.preventDefault();
    const target = event.currentTarget;
    // Later: the skills field turns what is typed in it into a skill on the same key, and that skill is to be saved too.
    setTimeout(() => target.requestSubmit());
  };

  return (
    <form
      ref={element}
      noValidate
      className={classNames('card gap-6 p-4 sm:p-6', hidden && 'hidden')}
      onSubmit={draft.submit}
      onKeyDown={handleKeyDown}
    >
      {hasProblems && (
        <ProblemSummary
          ref={summary}
          title={failure ?? 'Some fields need another look'}
          errors={errors}
          labels={fieldLabels}
          onChoose={(name) => focusField(element.current, name)}
        />
      )}
      <NameFields user={user} draft={draft} photoUrl={photoUrl} />
      <WorkFields draft={draft} />
      <WishFields draft={draft} />
      <LinkFields draft={draft} />
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <Button ref={saveButton} type="submit" look="primary" pending={isSubmitting}>
            Save
          </Button>
          <span className="text-small text-muted">{draft.dirty ? 'Not saved yet' : 'Nothing to save'}</span>
        </div>
        {failure !== undefined && !hasProblems && (
          <div ref={sentence} role="alert" className="flex items-start gap-2 text-error text-small">
            <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden="true" />
            <p>
              Not saved. {failure}{' '}
              <button
                type="submit"
                className="font-semibold underline underline-offset-2 pointer-coarse:min-h-11"
                // This button disappears while the form is sent again, and would take the focus with it.
                onClick={() => saveButton.current?.focus()}
              >
                Try again
              </button>
            </p>
          </div>
        )}
      </div>
    </form>
  );
}

/** The profile as others will see it, updated while the user types. */
export function ProfilePreview({ user, form }: { user: OwnUser; form: ProfileForm }) {
  const person = { ...user, firstName: form.firstName, lastName: form.lastName, photoUrl: form.photoUrl };
  return (
    <article aria-label="Preview of your profile" className="card overflow-clip">
      <Cover id={user._id} src={form.coverUrl} shape="band" className="h-24" />
      <div className="flex flex-col gap-3 px-6 pb-6">
        <Avatar key={form.photoUrl} person={person} size={96} className="-mt-14 border-4 border-base-100" />
        <p className="text-h2" dir="auto">
          {fullName(person)}
        </p>
        {form.headline !== '' && (
          <p>
            <bdi>{form.headline}</bdi>
          </p>
        )}
        {form.location !== '' && <p className="text-small text-muted">{form.location}</p>}
        <SkillChips skills={form.skills} max={8} />
        <WishLine person={{ ...person, lookingFor: form.lookingFor }} />
        <p className="whitespace-pre-line text-muted" dir="auto">
          {form.about || 'A few lines about you appear here.'}
        </p>
      </div>
    </article>
  );
}
