import type { Ref } from 'react';
import { ProblemSummary } from '#client/ui/form/problem-summary.tsx';
import type { Fields } from './project-fields.ts';

/** Why a save failed. */
export interface Problem {
  message?: string;
  /** By field. The upstream may name fields that the form does not have. */
  fields?: Record<string, string>;
}

const labels: Record<keyof Fields, string> = {
  projectName: 'Name',
  description: 'Description',
  projectImage: 'Image link',
  projectImageAlt: 'What the picture shows',
  skills: 'Skills',
  isPublic: 'Visible without an account',
};

const isField = (name: string): name is keyof Fields => name in labels;

interface Props {
  ref: Ref<HTMLDivElement>;
  problem: Problem;
  onChoose: (field: keyof Fields) => void;
}

export function SaveProblem({ ref, problem, onChoose }: Props) {
  return (
    <ProblemSummary
      ref={ref}
      title={`Not saved. ${problem.message}`}
      problems={Object.entries(problem.fields ?? {}).map(([field, text]) =>
        isField(field)
          ? { text: `${labels[field]}: ${text}`, onChoose: () => onChoose(field) }
          : { text: `${field}: ${text}` },
      )}
    />
  );
}
