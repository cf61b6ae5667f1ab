import { type FormEvent, type KeyboardEvent, type ReactNode, type Ref, useRef } from 'react';
import { announce } from '#client/dom/announce.tsx';
import { isSaveShortcut } from '#client/dom/focus.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useSkillMatches } from '#client/store/api/skills-api.ts';
import { clockTimeOrDate } from '#client/text/time.ts';
import { Button } from '#client/ui/button.tsx';
import { UnsavedGuard } from '#client/ui/dialog/questions.tsx';
import { ChipsInput } from '#client/ui/form/chips-input.tsx';
import { focusField, ProblemSummary } from '#client/ui/form/problems.tsx';
import { SwitchField } from '#client/ui/form/switch-field.tsx';
import { DescriptionEditor, type EditorHandle } from '../description/description-editor.tsx';
import { FactsFields, ImageField, NameField } from './facts-fields.tsx';
import { changedParts, type FactFields, type Fields, noFacts } from './project-fields.ts';
import { type ProjectDraft, useProjectSave } from './use-project-form.ts';

interface Props {
  /** The id of the project that is edited; a new one has none yet. */
  projectId?: string;
  draft: ProjectDraft;
  saveLabel: string;
  suggestions: readonly string[];
  cancel: ReactNode;
  /** True once saved; false when a change made elsewhere must be looked at first. Rejects with the call's error. */
  onSave: (fields: Fields) => Promise<boolean>;
}

/** The form of a project, for creating and editing. Only the name is checked before a save. */
export function ProjectForm({ projectId, draft, saveLabel, suggestions, cancel, onSave }: Props) {
  const { fields, change } = draft;
  const canBePublic = useCapability('public.pages');
  const hasFacts = useCapability('projects.facts');
  const name = useRef<HTMLInputElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const editor = useRef<EditorHandle>(null);
  const conflict = useRef<HTMLDivElement>(null);
  const { save, saving, problem, clearProblem } = useProjectSave({ draft, onSave, name, summary, conflict });

  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isSaveShortcut(event)) return;
    event.preventDefault();
    void save();
  };

  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-6"
      onKeyDown={handleKeyDown}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
    >
      <UnsavedGuard dirty={draft.dirty && !saving} onDiscardDraft={draft.discard}>
        What you typed is not saved. A draft can stay on this device.
      </UnsavedGuard>
      {draft.restoredAt !== undefined && <RestoredBar savedAt={draft.restoredAt} onDiscard={draft.discard} />}
      {draft.theirs && <Conflict ref={conflict} draft={draft} theirs={draft.theirs} />}
      {problem?.message !== undefined && (
        <SaveProblem
          ref={summary}
          problem={problem}
          onChoose={(field) => (field === 'description' ? editor.current?.focus() : focusField(form.current, field))}
        />
      )}
      <NameField
        ref={name}
        value={fields.projectName}
        error={problem?.fields?.projectName}
        onChange={(projectName) => {
          change({ projectName });
          if (problem?.fields?.projectName) clearProblem();
        }}
      />
      <DescriptionEditor
        ref={editor}
        value={fields.description}
        error={problem?.fields?.description}
        onChange={(description) => change({ description })}
      />
      <ImageField fields={fields} id={projectId ?? fields.projectName} errors={problem?.fields} onChange={change} />
      <ChipsInput
        label="Skills"
        name="skills"
        value={fields.skills}
        {...useSkillMatches(suggestions)}
        error={problem?.fields?.skills}
        onChange={(skills) => change({ skills })}
      />
      {hasFacts && (
        <FactsFields
          facts={fields.facts ?? noFacts}
          errors={problem?.fields}
          onChange={(part) => change({ facts: { ...(fields.facts ?? noFacts), ...part } })}
        />
      )}
      {canBePublic && (
        <SwitchField
          label="Visible without an account"
          hint="Anybody with the link sees this page and your first name. Search engines may list it."
          checked={fields.isPublic ?? false}
          onChange={(isPublic) => change({ isPublic })}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {cancel}
        <Button type="submit" look="primary" className="max-sm:flex-1" pending={saving}>
          {saveLabel}
        </Button>
      </div>
    </form>
  );
}

export function RestoredBar({ savedAt, onDiscard }: { savedAt: string; onDiscard: () => void }) {
  return (
    <div className="alert alert-soft alert-info flex flex-wrap justify-between">
      <p>Draft from {clockTimeOrDate(savedAt)} restored</p>
      <Button
        className="btn-sm"
        onClick={() => {
          onDiscard();
          announce('Draft discarded');
        }}
      >
        Discard
      </Button>
    </div>
  );
}

/** The project changed elsewhere while the user edited it here: the user chooses which version stays. */
export function Conflict({ draft, theirs, ref }: { draft: ProjectDraft; theirs: Fields; ref: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} role="alert" tabIndex={-1} className="alert alert-soft alert-warning flex flex-wrap justify-between">
      <p className="min-w-48 flex-1">
        This project changed elsewhere meanwhile. It differs from yours in:{' '}
        {changedParts(theirs, draft.fields).join(', ')}.
      </p>
      <div className="flex gap-2">
        <Button className="btn-sm" onClick={draft.keepMine}>
          Keep mine
        </Button>
        <Button className="btn-sm" onClick={draft.loadTheirs}>
          Load theirs
        </Button>
      </div>
    </div>
  );
}

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

interface SaveProblemProps {
  ref: Ref<HTMLDivElement>;
  problem: Problem;
  onChoose: (field: FieldName) => void;
}

export function SaveProblem({ ref, problem, onChoose }: SaveProblemProps) {
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
