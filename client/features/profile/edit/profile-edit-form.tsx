import { type FormEvent, type KeyboardEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { classNames } from '#client/dom/class-names.ts';
import { isSaveShortcut } from '#client/dom/focus/save-shortcut.ts';
import { focusField, ProblemSummary } from '#client/ui/form/problem-summary.tsx';
import type { OwnUser } from '#shared/api/users.ts';
import { LinkFields, NameFields, WorkFields } from './profile-fields.tsx';
import { type FormField, fieldLabels } from './profile-form.ts';
import { SaveBar } from './save-bar.tsx';
import type { ProfileDraft } from './use-profile-draft.ts';
import { WishFields } from './wish-fields.tsx';

interface Props {
  user: OwnUser;
  draft: ProfileDraft;
  photoUrl: string;
  hidden: boolean;
  /** Called when a refusal must be visible: switches from the preview to the form. */
  onReveal: () => void;
}

export function ProfileEditForm({ user, draft, photoUrl, hidden, onReveal }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const sentence = useRef<HTMLDivElement>(null);
  const { errors, sentence: failure } = draft.refusal;
  const problems = Object.entries(errors) as [FormField, string][];

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const refusal = await draft.save();
    if (!refusal) return;
    if (!form.current) return draft.toastFailure(refusal.sentence ?? '');
    // Rendered now: the focus can only go to a summary that is there.
    flushSync(() => {
      draft.setRefusal(refusal);
      onReveal();
    });
    // A refusal that names no field stands under the Save button, which has the focus but may be out of sight.
    if (summary.current) summary.current.focus();
    else sentence.current?.scrollIntoView({ block: 'nearest' });
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (!isSaveShortcut(event)) return;
    event.preventDefault();
    const target = event.currentTarget;
    // Later: the skills field turns what is typed in it into a skill on the same key, and that skill is to be saved too.
    setTimeout(() => target.requestSubmit());
  };

  return (
    <form
      ref={form}
      noValidate
      className={classNames('card gap-6 p-4 sm:p-6', hidden && 'hidden')}
      onSubmit={submit}
      onKeyDown={handleKeyDown}
    >
      {problems.length > 0 && (
        <ProblemSummary
          ref={summary}
          title={failure ?? 'Some fields need another look'}
          problems={problems.map(([name, problem]) => ({
            text: problem.startsWith(fieldLabels[name]) ? problem : `${fieldLabels[name] ?? name}: ${problem}`,
            onChoose: name in fieldLabels ? () => focusField(form.current, name) : undefined,
          }))}
        />
      )}
      <NameFields user={user} draft={draft} photoUrl={photoUrl} />
      <WorkFields draft={draft} />
      <WishFields draft={draft} />
      <LinkFields draft={draft} />
      <SaveBar
        dirty={draft.dirty}
        pending={draft.isLoading}
        failure={problems.length === 0 ? failure : undefined}
        failureRef={sentence}
      />
    </form>
  );
}
