import { type FormEvent, type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { announce } from '#client/dom/announce.ts';
import { errorMessage, isApiError } from '#client/text/api-error.ts';
import { clockTime } from '#client/text/time.ts';
import { Button } from '#client/ui/button.tsx';
import { ChipsInput } from '#client/ui/chips-input.tsx';
import { TextField } from '#client/ui/field.tsx';
import { focusField, ProblemSummary } from '#client/ui/problem-summary.tsx';
import { UnsavedGuard } from '#client/ui/unsaved-guard.tsx';
import { limits } from '#shared/limits.ts';
import { DescriptionEditor, type EditorHandle } from './description-editor.tsx';
import { ImageField } from './image-field.tsx';
import { changedParts, type Fields, nameProblem } from './project-fields.ts';
import type { ProjectDraft } from './use-project-fields.ts';

interface Props {
  /** Of the project that is edited; a new one has none yet. */
  projectId?: string;
  draft: ProjectDraft;
  saveLabel: string;
  suggestions: readonly string[];
  cancel: ReactNode;
  /** Resolves when the server has it, false when it must not be sent now; rejects with what the call said. */
  onSave: (fields: Fields) => Promise<boolean>;
}

/** The one form of a project, for creating and editing. Only the name can stop a save. */
export function ProjectForm({ projectId, draft, saveLabel, suggestions, cancel, onSave }: Props) {
  const { fields, change } = draft;
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const name = useRef<HTMLInputElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const editor = useRef<EditorHandle>(null);
  const conflict = useRef<HTMLDivElement>(null);

  const save = async () => {
    if (saving) return;
    if (draft.theirs) {
      // Saving now would overwrite unseen what the notice is about.
      conflict.current?.focus();
      return;
    }
    const missing = nameProblem(fields.projectName);
    if (missing !== undefined) {
      setProblem({ fields: { projectName: missing } });
      name.current?.focus();
      return;
    }
    setSaving(true);
    setProblem(undefined);
    try {
      // Once it is saved the form is about to go: until then it takes no second press.
      if (!(await onSave(fields))) setSaving(false);
    } catch (error) {
      const failed: Problem = {
        message: errorMessage(error),
        ...(isApiError(error) && error.fields ? { fields: error.fields } : {}),
      };
      // At once: the focus needs what it goes to.
      flushSync(() => {
        setSaving(false);
        setProblem(failed);
      });
      summary.current?.focus();
    }
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
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
        <ProblemSummary
          ref={summary}
          title={`Not saved. ${problem.message}`}
          problems={Object.entries(problem.fields ?? {}).map(([field, text]) =>
            isField(field)
              ? {
                  text: `${labels[field]}: ${text}`,
                  onChoose: () => (field === 'description' ? editor.current?.focus() : focusField(form.current, field)),
                }
              : { text: `${field}: ${text}` },
          )}
        />
      )}
      <TextField
        ref={name}
        name="projectName"
        label="Name"
        required
        dir="auto"
        autoComplete="off"
        value={fields.projectName}
        error={problem?.fields?.projectName}
        hint={<Counter length={fields.projectName.length} max={limits.projectName.max} />}
        onChange={(event) => {
          change({ projectName: event.target.value });
          if (problem?.fields?.projectName) setProblem(undefined);
        }}
      />
      <DescriptionEditor
        ref={editor}
        value={fields.description}
        error={problem?.fields?.description}
        onChange={(description) => change({ description })}
      />
      <ImageField
        value={fields.projectImage}
        name={fields.projectName}
        id={projectId ?? fields.projectName}
        error={problem?.fields?.projectImage}
        onChange={(projectImage) => change({ projectImage })}
      />
      <ChipsInput
        label="Skills"
        name="skills"
        value={fields.skills}
        suggestions={suggestions}
        error={problem?.fields?.skills}
        onChange={(skills) => change({ skills })}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {cancel}
        <Button type="submit" look="primary" className="max-sm:flex-1" pending={saving}>
          {saveLabel}
        </Button>
      </div>
    </form>
  );
}

const labels: Record<keyof Fields, string> = {
  projectName: 'Name',
  description: 'Description',
  projectImage: 'Image link',
  skills: 'Skills',
};

const isField = (name: string): name is keyof Fields => name in labels;

interface Problem {
  message?: string;
  fields?: Record<string, string>;
}

function Counter({ length, max }: { length: number; max: number }) {
  const over = length > max;
  return (
    <span className={over ? 'font-mono text-micro text-error' : 'font-mono text-micro'}>
      {length}/{max}
      <span className="sr-only">{over ? ' characters: too many' : ' characters'}</span>
    </span>
  );
}

function RestoredBar({ savedAt, onDiscard }: { savedAt: string; onDiscard: () => void }) {
  return (
    <div className="alert alert-soft alert-info flex flex-wrap justify-between">
      <p>Draft from {clockTime(savedAt)} restored</p>
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

/** Changed elsewhere while it was being edited here: nothing is overwritten without a choice. */
function Conflict({ draft, theirs, ref }: { draft: ProjectDraft; theirs: Fields; ref: Ref<HTMLDivElement> }) {
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
