import { CircleAlert } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { toast } from 'sonner';
import { announce } from '#client/dom/announce.ts';
import { classNames } from '#client/dom/class-names.ts';
import { useIsWide } from '#client/dom/use-media-query.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useOwnProfile } from '#client/store/api/own-profile.ts';
import { useEditProfileMutation } from '#client/store/api/people-api.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import { errorMessage, isApiError } from '#client/text/api-error.ts';
import { skillList } from '#client/text/person.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { ChipsInput } from '#client/ui/chips-input.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { TextField } from '#client/ui/field.tsx';
import { focusField, ProblemSummary } from '#client/ui/problem-summary.tsx';
import { Screen } from '#client/ui/screen.tsx';
import { Bone, Skeleton } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { TextAreaField } from '#client/ui/text-area-field.tsx';
import { UnsavedGuard } from '#client/ui/unsaved-guard.tsx';
import type { OwnUser, ProfileEdit } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';
import { to } from '#shared/routes.ts';
import { PhotoHint } from './photo-hint.tsx';
import {
  changesOf,
  type FormErrors,
  type FormField,
  fieldLabels,
  formOf,
  mergeSaved,
  type ProfileForm,
  problemsOf,
} from './profile-form.ts';
import { ProfilePreview } from './profile-preview.tsx';
import { useSettled } from './use-settled.ts';

/** The own profile's form. Another upstream's profile call knows neither about nor skills: they come by the own id. */
export function EditProfilePage() {
  const { user, isComplete, error, isFetching, refetch } = useOwnProfile();
  if (isComplete) return <EditProfile user={user} />;
  return (
    <Screen title="Edit profile" narrow>
      {error === undefined ? <FormBones /> : <ErrorState error={error} onRetry={refetch} retrying={isFetching} />}
    </Screen>
  );
}

type View = 'form' | 'preview';

function EditProfile({ user }: { user: OwnUser }) {
  const hasLinks = useCapability('profile.links');
  const [loaded, setLoaded] = useState(() => formOf(user));
  const [form, setForm] = useState(loaded);
  const [errors, setErrors] = useState<FormErrors>({});
  const [failure, setFailure] = useState<string>();
  const [view, setView] = useState<View>('form');
  const [save, { isLoading }] = useEditProfileMutation();
  // The flag is for the eye: two presses may come before it is rendered.
  const saving = useRef(false);
  const isWide = useIsWide();
  const photoUrl = useSettled(form.photoUrl);
  const here = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const refusal = useRef<HTMLDivElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const suggestions = useKnownSkills();

  const changes = useMemo(() => changesOf(loaded, form), [loaded, form]);
  const dirty = Object.keys(changes).length > 0;
  const problems = Object.entries(errors) as [FormField, string][];

  const set = <Name extends FormField>(name: Name, value: ProfileForm[Name]) => {
    setForm((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _mended, ...others }) => others);
  };
  const showErrors = (found: FormErrors, sentence?: string) => {
    // At once: the focus needs what it goes to.
    flushSync(() => {
      setErrors(found);
      setFailure(sentence);
      setView('form');
    });
    // What no field is to blame for stands under the button, where the focus is: there it may be out of sight.
    if (summary.current) summary.current.focus();
    else refusal.current?.scrollIntoView({ block: 'nearest' });
  };
  /** The form is no longer there to say it in. */
  const sayLater = (changes: ProfileEdit, error: unknown) =>
    void toast.error(`Your profile was not saved. ${errorMessage(error)}`, {
      duration: 8000,
      action: {
        label: 'Try again',
        onClick: () =>
          void save(changes)
            .unwrap()
            .then(
              () => toast.success('Profile saved'),
              (again: unknown) => sayLater(changes, again),
            ),
      },
    });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (saving.current) return;
    const found = problemsOf(changes);
    if (Object.keys(found).length > 0) return showErrors(found);
    setFailure(undefined);
    setErrors({});
    if (!dirty) return void toast('Nothing has changed');
    saving.current = true;
    try {
      const saved = formOf(await save(changes).unwrap());
      setLoaded((before) => mergeSaved(before, changes, saved));
      // What was typed while it was saved stays, and is not saved yet.
      setForm((now) => mergeSaved(now, changes, saved, form));
      toast.success('Profile saved');
      announce('Profile saved');
    } catch (error) {
      const fields = isApiError(error) ? error.fields : undefined;
      if (here.current) showErrors(fields ?? {}, errorMessage(error));
      else sayLater(changes, error);
    } finally {
      saving.current = false;
    }
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const target = event.currentTarget;
    // A skill that is only typed becomes one by the same key: it is saved too.
    setTimeout(() => target.requestSubmit());
  };
  const text = (name: Exclude<FormField, 'skills'>) => ({
    label: fieldLabels[name],
    name,
    value: form[name],
    error: errors[name],
    dir: name.endsWith('Url') ? undefined : 'auto',
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });

  const preview = <ProfilePreview user={user} form={{ ...form, photoUrl }} />;
  const fields = (
    <form
      ref={here}
      noValidate
      className={classNames('card gap-6 p-4 sm:p-6', !isWide && view === 'preview' && 'hidden')}
      onSubmit={submit}
      onKeyDown={handleKeyDown}
    >
      {problems.length > 0 && (
        <ProblemSummary
          ref={summary}
          title={failure ?? 'Some fields need another look'}
          problems={problems.map(([name, problem]) => ({
            text: problem.startsWith(fieldLabels[name]) ? problem : `${fieldLabels[name] ?? name}: ${problem}`,
            onChoose: name in fieldLabels ? () => focusField(here.current, name) : undefined,
          }))}
        />
      )}
      <fieldset className="flex min-w-0 flex-col gap-4">
        <legend className="mb-3 text-h3">Who you are</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...text('firstName')} autoComplete="given-name" />
          <TextField {...text('lastName')} autoComplete="family-name" />
        </div>
        {hasLinks && <TextField {...text('headline')} hint="One line, such as what you work on now." />}
        {hasLinks && <TextField {...text('location')} autoComplete="address-level2" />}
        {user.emailId !== undefined && (
          <TextField
            label="Email"
            value={user.emailId}
            readOnly
            hint="It cannot be changed here."
            className="bg-base-200"
          />
        )}
        <div className="flex items-start gap-3">
          <Avatar key={photoUrl} person={{ ...user, ...form, photoUrl }} size={64} className="mt-2" />
          <div className="min-w-0 flex-1">
            <TextField {...text('photoUrl')} type="url" inputMode="url" hint={<PhotoHint url={photoUrl} />} />
          </div>
        </div>
      </fieldset>
      <fieldset className="flex min-w-0 flex-col gap-4">
        <legend className="mb-3 text-h3">What you do</legend>
        <ChipsInput
          label={fieldLabels.skills}
          name="skills"
          value={form.skills}
          suggestions={suggestions}
          error={errors.skills}
          onChange={(skills) => set('skills', skills)}
        />
        <TextAreaField {...text('about')} rows={6} hint={<Counter used={form.about.length} max={limits.about.max} />} />
      </fieldset>
      {hasLinks && (
        <fieldset className="flex min-w-0 flex-col gap-4">
          <legend className="mb-3 text-h3">Where else you are</legend>
          <TextField {...text('githubUrl')} type="url" inputMode="url" />
          <TextField {...text('websiteUrl')} type="url" inputMode="url" />
        </fieldset>
      )}
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <Button ref={saveButton} type="submit" look="primary" pending={isLoading}>
            Save
          </Button>
          <span className="text-small text-muted">{dirty ? 'Not saved yet' : 'Nothing to save'}</span>
        </div>
        {failure !== undefined && problems.length === 0 && (
          <div ref={refusal} role="alert" className="flex items-start gap-2 text-error text-small">
            <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden="true" />
            <p>
              Not saved. {failure}{' '}
              <button
                type="submit"
                className="font-semibold underline underline-offset-2 pointer-coarse:min-h-11"
                // It goes while the form saves once more.
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
  return (
    <Screen
      title="Edit profile"
      actions={
        <Link to={to.profile()} className="btn btn-ghost">
          Back to profile
        </Link>
      }
    >
      <UnsavedGuard dirty={dirty && !isLoading}>Your profile has changes that are not saved.</UnsavedGuard>
      {isWide ? (
        <div className="grid grid-cols-[minmax(0,35rem)_minmax(0,1fr)] items-start gap-8">
          {fields}
          <aside aria-label="Preview" className="sticky top-6">
            {preview}
          </aside>
        </div>
      ) : (
        <Tabs label="Form or preview" tabs={tabs} current={view} onSelect={setView}>
          {/* Hidden, not gone: what is typed and not yet added stays. */}
          {fields}
          {view === 'preview' && preview}
        </Tabs>
      )}
    </Screen>
  );
}

const tabs = [
  { id: 'form', label: 'Form' },
  { id: 'preview', label: 'Preview' },
] as const;

function FormBones() {
  return (
    <Skeleton>
      <div className="flex flex-col gap-4">
        <Bone className="h-10" />
        <Bone className="h-10" />
        <Bone className="h-32" />
      </div>
    </Skeleton>
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

/** The skills of the people whom the feed has shown: what others write is what search will find. */
function useKnownSkills(): string[] {
  const people = useAppSelector((state) => state.feed.items);
  return useMemo(
    () => [...new Set((people ?? []).flatMap(({ skills }) => skillList(skills)))].sort().slice(0, 100),
    [people],
  );
}
