import { useState } from 'react';
import { useSkillMatches } from '#client/store/api/skills-api.ts';
import { skillList } from '#client/text/person.ts';
import { ChipsInput } from '#client/ui/form/chips-input.tsx';
import { skillsProblem } from '#shared/skills/skills.ts';
import { StepForm, type StepProps } from './step-form.tsx';

export function SkillsStep({ user, onGoOn, ...state }: StepProps) {
  const [skills, setSkills] = useState(() => skillList(user.skills));
  const problem = skillsProblem(skills);
  return (
    <StepForm {...state} onSkip={() => onGoOn({})} onSave={() => problem === undefined && onGoOn({ skills })}>
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
