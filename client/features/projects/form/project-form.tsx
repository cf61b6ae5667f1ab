import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isSaveShortcut } from '#client/dom/focus/save-shortcut.ts';
import { errorMessage, isApiError } from '#client/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { UnsavedGuard } from '#client/ui/dialog/unsaved-guard.tsx';
import { ChipsInput } from '#client/ui/form/chips-input.tsx';
import { focusField } from '#client/ui/form/problem-summary.tsx';
import { DescriptionEditor, type EditorHandle } from '../description/description-editor.tsx';
import { Conflict, RestoredBar } from './draft-notices.tsx';
import { ImageField } from './image-field.tsx';
import { NameField } from './name-field.tsx';
import { type Fields, nameProblem } from './project-fields.ts';
import { type Problem, SaveProblem } from './save-problem.tsx';
import type { ProjectDraft } from './use-project-fields.ts';

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
      // Saving now would overwrite the changes made elsewhere before the user has chosen in the notice.
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
      // After a save the page navigates away: `saving` stays true until then, so that a second press does nothing.
      if (!(await onSave(fields))) setSaving(false);
    } catch (error) {
      const failed: Problem = {
        message: errorMessage(error),
        ...(isApiError(error) && error.fields ? { fields: error.fields } : {}),
      };
      // Rendered now: the focus can only go to a summary that is there.
      flushSync(() => {
        setSaving(false);
        setProblem(failed);
      });
      summary.current?.focus();
    }
  };
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
          if (problem?.fields?.projectName) setProblem(undefined);
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
