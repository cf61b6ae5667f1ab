import { type FormEvent, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { toast } from 'sonner';
import { announce } from '#client/lib/announce.ts';
import { errorMessage, isApiError } from '#client/lib/api-error.ts';
import { skillList } from '#client/lib/person.ts';
import { useCapability } from '#client/store/capabilities.ts';
import { useAppSelector, useOwnUser } from '#client/store/hooks.ts';
import { useEditProfileMutation, usePersonQuery } from '#client/store/people-api.ts';
import { Button } from '#client/ui/button.tsx';
import { ChipsInput } from '#client/ui/chips-input.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Screen } from '#client/ui/screen.tsx';
import { Bone, Skeleton } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { TextAreaField } from '#client/ui/text-area-field.tsx';
import { UnsavedGuard } from '#client/ui/unsaved-guard.tsx';
import type { OwnUser } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';
import { to } from '#shared/routes.ts';
import {
  changesOf,
  type FormErrors,
  type FormField,
  fieldLabels,
  formOf,
  type ProfileForm,
  problemsOf,
} from './profile-form.ts';
import { ProfilePreview } from './profile-preview.tsx';

/** The own profile's form. Another upstream's profile call knows neither about nor skills: they come by the own id. */
export function EditProfilePage() {
  const own = useOwnUser();
  const person = usePersonQuery(own._id);
  if (person.isError && !person.data) {
    return (
      <Screen title="Edit profile" narrow>
        <ErrorState error={person.error} onRetry={person.refetch} retrying={person.isFetching} />
      </Screen>
    );
  }
  if (!person.data) {
    return (
      <Screen title="Edit profile" narrow>
        <Skeleton>
          <div className="flex flex-col gap-4">
            <Bone className="h-10" />
            <Bone className="h-10" />
            <Bone className="h-32" />
          </div>
        </Skeleton>
      </Screen>
    );
  }
  return <EditProfile user={{ ...person.data, ...own, ...withoutMissing(person.data) }} />;
}

function withoutMissing<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined && v !== null)) as Partial<Value>;
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
  const summary = useRef<HTMLDivElement>(null);
  const summaryId = useId();
  const suggestions = useKnownSkills();

  const changes = useMemo(() => changesOf(loaded, form), [loaded, form]);
  const dirty = Object.keys(changes).length > 0;
  const problems = Object.entries(errors) as [FormField, string][];

  const set = <Name extends FormField>(name: Name, value: ProfileForm[Name]) => {
    setForm((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _mended, ...others }) => others);
  };
  const showErrors = (found: FormErrors, sentence?: string) => {
    setErrors(found);
    setFailure(sentence);
    setView('form');
    requestAnimationFrame(() => summary.current?.focus());
  };
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (isLoading) return;
    const found = problemsOf(changes);
    if (Object.keys(found).length > 0) return showErrors(found);
    setFailure(undefined);
    try {
      if (dirty) await save(changes).unwrap();
      setLoaded(form);
      setErrors({});
      toast.success('Profile saved');
      announce('Profile saved');
    } catch (error) {
      const fields = isApiError(error) ? error.fields : undefined;
      showErrors(fields ?? {}, errorMessage(error));
    }
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
  };
  const text = (name: Exclude<FormField, 'skills'>) => ({
    label: fieldLabels[name],
    name,
    value: form[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });

  const preview = <ProfilePreview user={user} form={form} />;
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
      <div className="lg:hidden">
        <Tabs
          label="Form or preview"
          tabs={[
            { id: 'form', label: 'Form' },
            { id: 'preview', label: 'Preview' },
          ]}
          current={view}
          onSelect={setView}
        >
          {view === 'preview' && preview}
        </Tabs>
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,35rem)_minmax(0,1fr)]">
        <form
          noValidate
          className={`card flex-col gap-5 p-4 sm:p-6 lg:flex ${view === 'form' ? 'flex' : 'hidden'}`}
          onSubmit={submit}
          onKeyDown={handleKeyDown}
        >
          {(problems.length > 0 || failure !== undefined) && (
            <div
              ref={summary}
              tabIndex={-1}
              role="alert"
              aria-labelledby={summaryId}
              className="alert alert-error alert-soft block"
            >
              <p id={summaryId} className="font-semibold">
                {failure ?? 'Some fields need another look'}
              </p>
              {problems.length > 0 && (
                <ul className="mt-1 list-disc ps-5">
                  {problems.map(([name, problem]) => (
                    <li key={name}>
                      {fieldLabels[name] ?? name}: {problem}
                    </li>
                  ))}
                </ul>
              )}
            </div>
          )}
          <fieldset className="flex flex-col gap-4">
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
            <TextField
              {...text('photoUrl')}
              type="url"
              inputMode="url"
              hint="A link to a picture; it loads over https."
            />
          </fieldset>
          <fieldset className="flex flex-col gap-4">
            <legend className="mb-3 text-h3">What you do</legend>
            <ChipsInput
              label={fieldLabels.skills}
              value={form.skills}
              suggestions={suggestions}
              error={errors.skills}
              onChange={(skills) => set('skills', skills)}
            />
            <TextAreaField
              {...text('about')}
              rows={6}
              dir="auto"
              hint={<Counter used={form.about.length} max={limits.about.max} />}
            />
          </fieldset>
          {hasLinks && (
            <fieldset className="flex flex-col gap-4">
              <legend className="mb-3 text-h3">Where else you are</legend>
              <TextField {...text('githubUrl')} type="url" inputMode="url" />
              <TextField {...text('websiteUrl')} type="url" inputMode="url" />
            </fieldset>
          )}
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" look="primary" pending={isLoading}>
              Save
            </Button>
            <span className="text-small text-muted">{dirty ? 'Not saved yet' : 'Nothing to save'}</span>
          </div>
        </form>
        <aside aria-label="Preview" className="sticky top-6 hidden lg:block">
          {preview}
        </aside>
      </div>
    </Screen>
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
