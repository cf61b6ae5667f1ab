import type { Ref } from 'react';
import { ProblemSummary } from '#client/ui/form/problem-summary.tsx';
import type { FactFields, Fields } from './project-fields.ts';

/** The upstream names the facts one by one. */
type FieldName = Exclude<keyof Fields, 'facts'> | keyof FactFields;

/** Why a save failed. */
export interface Problem {
  message?: string;
  /** By field. The upstream may name fields that the form does not have. */
  fields?: Record<string, string>;
}

const labels: Record<FieldName, string> = {
  projectName: 'Name',
  description: 'Description',
  projectImage: 'Image link',
  projectImageAlt: 'What the picture shows',
  skills: 'Skills',
  isPublic: 'Visible without an account',
  status: 'Status',
  repositoryUrl: 'Repository',
  demoUrl: 'Demo',
  roles: 'Looks for',
  hoursPerWeek: 'Hours a week',
};

const isField = (name: string): name is FieldName => name in labels;

interface Props {
  ref: Ref<HTMLDivElement>;
  problem: Problem;
  onChoose: (field: FieldName) => void;
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
