import { type BaseSyntheticEvent, type ReactNode, useRef } from 'react';
import { useCapability } from '#client/api/capabilities.ts';
import { useSkillMatches } from '#client/api/fields-api.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { isSaveShortcut } from '#client/lib/dom/focus.ts';
import { skillList } from '#client/lib/text/person.ts';
import { clockTimeOrDate } from '#client/lib/text/time.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { UnsavedGuard } from '#client/ui/dialog/questions.tsx';
import { ChipsInput } from '#client/ui/form/chips-input.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { focusField, ProblemSummary } from '#client/ui/form/problems.tsx';
import { SwitchField } from '#client/ui/form/switch-field.tsx';
import { lengthOf, limits } from '#shared/limits.ts';
import { DescriptionEditor, type EditorHandle } from '../description/description-editor.tsx';
import { FactsFields, ImageField } from './facts-fields.tsx';
import { changedLabels, fieldLabels } from './project-fields.ts';
import type { ProjectDraft } from './use-project-form.ts';

interface Props {
  /** The id of the project that is edited; a new one has none yet. */
  projectId?: string;
  draft: ProjectDraft;
  saveLabel: string;
  cancel: ReactNode;
}

/** The form of a project, for creating and editing. Only the name is checked before a save. */
export function ProjectForm({ projectId, draft, saveLabel, cancel }: Props) {
  const user = useOwnUser();
  const { failure, isSubmitting } = draft;
  const { value: isPublic, onChange: setPublic } = draft.controlled('isPublic');
  const canBePublic = useCapability('public.pages');
  const hasFacts = useCapability('projects');
  const form = useRef<HTMLFormElement>(null);
  const editor = useRef<EditorHandle>(null);
  const conflict = useRef<HTMLDivElement>(null);
  const save = (event: BaseSyntheticEvent) => {
    event.preventDefault();
    // Saving now would overwrite the changes made elsewhere before the user has chosen in the notice.
    if (draft.theirs) conflict.current?.focus();
    else draft.submit(event);
  };

  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-6"
      onKeyDown={(event) => isSaveShortcut(event) && save(event)}
      onSubmit={save}
    >
      <UnsavedGuard dirty={draft.dirty && !isSubmitting} onDiscardDraft={draft.discard}>
        What you typed is not saved. A draft can stay on this device.
      </UnsavedGuard>
      {draft.restoredAt !== undefined && (
        <div className="alert alert-soft alert-info flex flex-wrap justify-between">
          <p>Draft from {clockTimeOrDate(draft.restoredAt)} restored</p>
          <Button
            className="btn-sm"
            onClick={() => {
              draft.discard();
              announce('Draft discarded');
            }}
          >
            Discard
          </Button>
        </div>
      )}
      {draft.theirs && (
        <div
          ref={conflict}
          role="alert"
          tabIndex={-1}
          className="alert alert-soft alert-warning flex flex-wrap justify-between"
        >
          <p className="min-w-48 flex-1">
            This project changed elsewhere meanwhile. It differs from yours in:{' '}
            {changedLabels(draft.theirs, draft.fields).join(', ')}.
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
      )}
      {failure !== undefined && (
        <ProblemSummary
          ref={draft.summary}
          title={`Not saved. ${failure}`}
          errors={draft.formState.errors}
          labels={fieldLabels}
          onChoose={(name) => (name === 'description' ? editor.current?.focus() : focusField(form.current, name))}
        />
      )}
      <TextField
        label="Name"
        required
        dir="auto"
        autoComplete="off"
        hint={<Counter length={lengthOf(draft.fields.projectName.trim())} max={limits.projectName.max} />}
        {...draft.field('projectName')}
      />
      <DescriptionEditor ref={editor} {...draft.controlled('description')} />
      <ImageField draft={draft} id={projectId ?? draft.fields.projectName} />
      <ChipsInput
        label={fieldLabels.skills}
        name="skills"
        {...draft.controlled('skills')}
        {...useSkillMatches(skillList(user.skills))}
      />
      {hasFacts && <FactsFields draft={draft} />}
      {canBePublic && (
        <SwitchField
          label={fieldLabels.isPublic}
          hint="Anybody with the link sees this page and your first name. Search engines may list it."
          checked={isPublic}
          onChange={setPublic}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {cancel}
        <Button type="submit" look="primary" className="max-sm:flex-1" pending={isSubmitting}>
          {saveLabel}
        </Button>
      </div>
    </form>
  );
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
