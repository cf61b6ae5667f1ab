import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useChangePreferencesMutation } from '#client/store/api/account/preferences-api.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useSendPicture } from '#client/store/api/media-api.ts';
import { useEditProfileMutation } from '#client/store/api/people-api.ts';
import { useSkillMatches } from '#client/store/api/skills-api.ts';
import { intentWords } from '#client/text/match-words.ts';
import { skillList } from '#client/text/person.ts';
import { Button } from '#client/ui/button.tsx';
import { ChoiceChips } from '#client/ui/chips.tsx';
import { type ApiForm, applyServerErrors, useApiForm } from '#client/ui/form/api-form.ts';
import { ChipsInput } from '#client/ui/form/chips-input.tsx';
import { SelectField } from '#client/ui/form/field.tsx';
import { SwitchField } from '#client/ui/form/switch-field.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { PictureField } from '#client/ui/picture/picture-field.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import type { OwnUser, ProfileEdit } from '#shared/api/users.ts';
import { type FirstRunStep, firstRunSteps } from '#shared/first-run.ts';
import { type Intent, intents } from '#shared/intents.ts';
import { to } from '#shared/routes.ts';
import { skillsProblem } from '#shared/skills/skills.ts';

interface Choices {
  skills: string[];
  lookingFor: Intent[];
  hoursPerWeek: string;
  showsZone: boolean;
  photoUrl: string;
}

/**
 * The three steps of a new account, on its own profile. Where it is stands in the account, so that another device goes on
 * there; what was chosen is the profile itself. The last step leads to the feed.
 */
export function FirstRun({ user, step }: { user: OwnUser; step: FirstRunStep }) {
  const navigate = useNavigate();
  const hasIntents = useCapability('profile.intent');
  const hasUploads = useCapability('media');
  const hasPreferences = useCapability('preferences');
  const [edit, { isLoading: isSkipping }] = useEditProfileMutation();
  const [changePreferences] = useChangePreferencesMutation();
  const heading = useRef<HTMLHeadingElement>(null);
  const steps = firstRunSteps.filter((each) => (each !== 'wishes' || hasIntents) && (each !== 'photo' || hasUploads));
  // A step that this upstream has no controls for counts as the one behind it.
  const place = Math.max(0, steps.indexOf(step));
  const shown = steps[place] ?? 'skills';
  const next = steps[place + 1];
  const showedZone = user.timeZone !== undefined;

  const first = useRef(shown);
  useEffect(() => {
    if (first.current === shown) return;
    first.current = shown;
    heading.current?.focus();
  }, [shown]);

  const goOn = async (changes: ProfileEdit) => {
    await edit({ ...changes, firstRun: next ?? 'done' }).unwrap();
    if (next === undefined) void navigate(to.feed());
  };
  const form = useApiForm<Choices>({
    defaultValues: {
      skills: skillList(user.skills),
      lookingFor: user.lookingFor ?? [],
      hoursPerWeek: user.hoursPerWeek?.toString() ?? '',
      showsZone: showedZone,
      photoUrl: user.photoUrl ?? '',
    },
    send: async ({ skills, lookingFor, hoursPerWeek, showsZone, photoUrl }) => {
      if (shown === 'skills') return skillsProblem(skills) === undefined && goOn({ skills });
      if (shown === 'photo') return goOn(photoUrl === (user.photoUrl ?? '') ? {} : { photoUrl });
      if (hasPreferences && showsZone !== showedZone)
        await changePreferences({ ...(showsZone && { timeZone }), privacy: { showTimeZone: showsZone } }).unwrap();
      return goOn({ lookingFor, hoursPerWeek: hoursPerWeek === '' ? null : Number(hoursPerWeek) });
    },
  });
  const { failure, isSubmitting } = form;
  const isBusy = isSubmitting || isSkipping;
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
      <form noValidate className="flex max-w-xl flex-col gap-4" onSubmit={form.submit}>
        {shown === 'skills' && <SkillsStep {...form.controlled('skills')} />}
        {shown === 'wishes' && <WishesStep form={form} />}
        {shown === 'photo' && <PhotoStep user={user} {...form.controlled('photoUrl')} />}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" pending={isBusy}>
            {next === undefined ? 'Meet people' : 'Continue'}
          </Button>
          <Button
            look="quiet"
            aria-disabled={isBusy}
            onClick={() => !isBusy && void goOn({}).catch((error: unknown) => applyServerErrors(form, error))}
          >
            Skip
          </Button>
        </div>
      </form>
      <ErrorLine>{failure && `Not saved. ${failure}`}</ErrorLine>
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

interface StepProps<Value> {
  value: Value;
  onChange: (value: Value) => void;
}

function SkillsStep({ value, onChange }: StepProps<string[]>) {
  return (
    <ChipsInput
      label="Skills"
      value={value}
      {...useSkillMatches([])}
      placeholder="TypeScript, Postgres"
      error={skillsProblem(value)}
      onChange={onChange}
    />
  );
}

/** A photo, cut to a square; without one, the drawn picture stays. */
function PhotoStep({ user, value, onChange }: StepProps<string> & { user: OwnUser }) {
  const send = useSendPicture();
  if (!send) return null;
  return (
    <PictureField
      label="Photo"
      value={value}
      preview={<Avatar key={value} person={{ ...user, photoUrl: value }} size={96} className="shrink-0" />}
      aspect={1}
      round
      send={send}
      onChange={onChange}
    />
  );
}

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const hours = [1, 2, 3, 5, 8, 10, 15, 20, 30, 40];

/** Asks what the user looks for, for how many hours a week, and whether others see the browser's time zone. */
function WishesStep({ form: { field, controlled } }: { form: ApiForm<Choices> }) {
  const hasPreferences = useCapability('preferences');
  const lookingFor = controlled('lookingFor');
  const showsZone = controlled('showsZone');
  return (
    <>
      <ChoiceChips
        legend="You want to"
        options={intents}
        words={intentWords}
        chosen={lookingFor.value}
        onChange={lookingFor.onChange}
      />
      <SelectField label="Hours a week" {...field('hoursPerWeek')}>
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
          checked={showsZone.value}
          onChange={showsZone.onChange}
        />
      )}
    </>
  );
}
