import { type FormEvent, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { isSaveShortcut } from '#client/dom/focus/save-shortcut.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useSkillMatches } from '#client/store/api/skills-api.ts';
import { Button } from '#client/ui/button.tsx';
import { UnsavedGuard } from '#client/ui/dialog/unsaved-guard.tsx';
import { ChipsInput } from '#client/ui/form/chips-input.tsx';
import { focusField } from '#client/ui/form/problem-summary.tsx';
import { SwitchField } from '#client/ui/form/switch-field.tsx';
import { DescriptionEditor, type EditorHandle } from '../description/description-editor.tsx';
import { Conflict, RestoredBar } from './draft-notices.tsx';
import { FactsFields } from './facts-fields.tsx';
import { ImageField } from './image-field.tsx';
import { NameField } from './name-field.tsx';
import { type Fields, noFacts } from './project-fields.ts';
import { SaveProblem } from './save-problem.tsx';
import type { ProjectDraft } from './use-project-fields.ts';
import { useProjectSave } from './use-project-save.ts';

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
