import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useEditProfileMutation } from '#client/store/api/people-api.ts';
import { errorMessage } from '#client/text/api-error.ts';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import type { OwnUser, ProfileEdit } from '#shared/api/users.ts';
import { type FirstRunStep, firstRunSteps } from '#shared/first-run.ts';
import { to } from '#shared/routes.ts';
import { PhotoStep } from './photo-step.tsx';
import { SkillsStep } from './skills-step.tsx';
import { WishesStep } from './wishes-step.tsx';

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
