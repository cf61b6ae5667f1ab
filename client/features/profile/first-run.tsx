import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCapability } from '#client/api/capabilities.ts';
import { useSendPicture, useSkillMatches } from '#client/api/fields-api.ts';
import { useEditProfileMutation } from '#client/api/people-api.ts';
import { useChangePreferencesMutation } from '#client/api/preferences-api.ts';
import { errorMessage } from '#client/lib/text/api-error.ts';
import { skillList } from '#client/lib/text/person.ts';
import { Button } from '#client/ui/button.tsx';
import { IntentChips } from '#client/ui/chips.tsx';
import { ChipsInput } from '#client/ui/form/chips-input.tsx';
import { SelectField } from '#client/ui/form/field.tsx';
import { SwitchField } from '#client/ui/form/switch-field.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { PictureField } from '#client/ui/picture/picture-field.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import { type FirstRunStep, firstRunSteps } from '#shared/account/first-run.ts';
import type { OwnUser, ProfileEdit } from '#shared/api/users.ts';
import type { Intent } from '#shared/intents.ts';
import { to } from '#shared/routes.ts';
import { skillsProblem } from '#shared/skills/skills.ts';

/**
 * The three steps of a new account, on its own profile. Where it is stands in the account, so that another device goes on
 * there; what was chosen is the profile itself. The last step leads to the feed.
 */
export function FirstRun({ user, step }: { user: OwnUser; step: FirstRunStep }) {
  const navigate = useNavigate();
  const hasIntents = useCapability('profile.intent');
  const hasUploads = useCapability('media');
  const [edit, { isLoading, error }] = useEditProfileMutation();
  const heading = useRef<HTMLHeadingElement>(null);
  const steps = firstRunSteps.filter((each) => (each !== 'wishes' || hasIntents) && (each !== 'photo' || hasUploads));
  // A step that this upstream has no controls for counts as the one behind it.
  const place = Math.max(0, steps.indexOf(step));
  const shown = steps[place] ?? 'skills';
  const next = steps[place + 1];

  const first = useRef(shown);
  useEffect(() => {
    if (first.current === shown) return;
    first.current = shown;
    heading.current?.focus();
  }, [shown]);

  const goOn = async (changes: ProfileEdit) => {
    if (isLoading) return;
    const { error: failure } = await edit({ ...changes, firstRun: next ?? 'done' });
    if (failure === undefined && next === undefined) void navigate(to.feed());
  };
  const parts = {
    user,
    isSaving: isLoading,
    isLast: next === undefined,
    onGoOn: (changes: ProfileEdit) => void goOn(changes),
  };
  return (
    <section aria-labelledby="first-run" className="card gap-4 p-5 sm:p-8 print:hidden">
      <div>
        <p className="font-mono text-micro text-muted">
          Step {place + 1} of {steps.length}
        </p>
        <h2 id="first-run" ref={heading} tabIndex={-1} className="text-h2">
          {titles[shown]}
        </h2>
        <p className="text-muted">{reasons[shown]}</p>
      </div>
      {shown === 'skills' && <SkillsStep {...parts} />}
      {shown === 'wishes' && <WishesStep {...parts} />}
      {shown === 'photo' && <PhotoStep {...parts} />}
      <ErrorLine>{error === undefined ? undefined : `Not saved. ${errorMessage(error)}`}</ErrorLine>
    </section>
  );
}

const titles: Record<FirstRunStep, string> = {
  skills: 'What do you work with?',
  wishes: 'What do you look for?',
  photo: 'Add a photo',
};

const reasons: Record<FirstRunStep, string> = {
  skills: 'The feed begins with people who share most of your skills.',
  wishes: 'Among people with as many shared skills, the feed begins with those who look for the same.',
  photo: 'People answer a face more often. Without one, your drawn picture stays.',
};

/** A photo, cut to a square; without one, the drawn picture stays. */
function PhotoStep({ user, ...state }: StepProps) {
  const send = useSendPicture();
  const [photoUrl, setPhotoUrl] = useState(user.photoUrl ?? '');
  return (
    <StepForm {...state} onSave={() => state.onGoOn(photoUrl === (user.photoUrl ?? '') ? {} : { photoUrl })}>
      {send && (
        <PictureField
          label="Photo"
          value={photoUrl}
          preview={<Avatar key={photoUrl} person={{ ...user, photoUrl }} size={96} className="shrink-0" />}
          aspect={1}
          round
          send={send}
          onChange={setPhotoUrl}
        />
      )}
    </StepForm>
  );
}

function SkillsStep({ user, ...state }: StepProps) {
  const [skills, setSkills] = useState(() => skillList(user.skills));
  const problem = skillsProblem(skills);
  return (
    <StepForm {...state} onSave={() => problem === undefined && state.onGoOn({ skills })}>
      <ChipsInput
        label="Skills"
        value={skills}
        {...useSkillMatches([])}
        placeholder="TypeScript, Postgres"
        error={problem}
        onChange={setSkills}
      />
    </StepForm>
  );
}

interface StepProps {
  user: OwnUser;
  isSaving: boolean;
  isLast: boolean;
  /** Saves what was chosen, and goes to the next step; without changes, the step is skipped. */
  onGoOn: (changes: ProfileEdit) => void;
}

/** The form of a step, with its two buttons. */
function StepForm({
  isSaving,
  isLast,
  onGoOn,
  onSave,
  children,
}: Omit<StepProps, 'user'> & { onSave: () => void; children: ReactNode }) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSaving) onSave();
  };
  return (
    <form noValidate className="flex max-w-xl flex-col gap-4" onSubmit={submit}>
      {children}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" pending={isSaving}>
          {isLast ? 'Meet people' : 'Continue'}
        </Button>
        <Button look="quiet" aria-disabled={isSaving} onClick={() => onGoOn({})}>
          Skip
        </Button>
      </div>
    </form>
  );
}

const hours = [1, 2, 3, 5, 8, 10, 15, 20, 30, 40];

/** The step that asks what the user looks for, for how many hours a week, and whether others see the browser's time zone. */
function WishesStep({ user, ...state }: StepProps) {
  const hasPreferences = useCapability('preferences');
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const [lookingFor, setLookingFor] = useState<Intent[]>(user.lookingFor ?? []);
  const [weekly, setWeekly] = useState(user.hoursPerWeek?.toString() ?? '');
  const [showsZone, setShowsZone] = useState(user.timeZone !== undefined);
  const [change, { isLoading, error }] = useChangePreferencesMutation();
  const save = async () => {
    if (hasPreferences && showsZone !== (user.timeZone !== undefined)) {
      const zone = showsZone ? { timeZone } : {};
      const { error: failure } = await change({ ...zone, privacy: { showTimeZone: showsZone } });
      if (failure !== undefined) return;
    }
    state.onGoOn({ lookingFor, hoursPerWeek: weekly === '' ? null : Number(weekly) });
  };
  return (
    <StepForm {...state} isSaving={state.isSaving || isLoading} onSave={() => void save()}>
      <IntentChips legend="You want to" chosen={lookingFor} onChange={setLookingFor} />
      <SelectField label="Hours a week" value={weekly} onChange={(event) => setWeekly(event.target.value)}>
        <option value="">Not said</option>
        {hours.map((count) => (
          <option key={count} value={count}>
            {count === 1 ? '1 hour' : `${count} hours`}
          </option>
        ))}
      </SelectField>
      {hasPreferences && (
        <SwitchField
          label="Show my time zone"
          hint={`${timeZone}, as your browser says. Others see it, and the feed counts working hours in common.`}
          checked={showsZone}
          onChange={setShowsZone}
        />
      )}
      <ErrorLine>{error === undefined ? undefined : `Not saved. ${errorMessage(error)}`}</ErrorLine>
    </StepForm>
  );
}
