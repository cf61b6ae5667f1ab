import { commonRoles, statusWords } from '#client/text/project-facts.ts';
import { ChipsInput } from '#client/ui/form/chips-input.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { limits } from '#shared/limits.ts';
import { type ProjectStatus, projectStatuses } from '#shared/project-statuses.ts';
import { skillKey } from '#shared/skills/skills.ts';
import type { FactFields } from './project-fields.ts';

interface Props {
  facts: FactFields;
  errors: Record<string, string> | undefined;
  onChange: (part: Partial<FactFields>) => void;
}

/** Status, hours, links, and the roles that the project looks for. With the capability `projects.facts`. */
export function FactsFields({ facts, errors, onChange }: Props) {
  const { status, hoursPerWeek, repositoryUrl, demoUrl, roles } = facts;
  const nameRoles = (names: string[]) =>
    onChange({
      roles: names.map(
        (name) => roles.find((role) => skillKey(role.name) === skillKey(name)) ?? { name, filled: false },
      ),
    });
  const link = { inputMode: 'url', autoComplete: 'off', spellCheck: false, placeholder: 'https://' } as const;
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-4 text-h3">Facts</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label="Status"
          name="status"
          value={status}
          error={errors?.status}
          onChange={(event) => onChange({ status: event.target.value as ProjectStatus | '' })}
        >
          <option value="">Not said</option>
          {projectStatuses.map((each) => (
            <option key={each} value={each}>
              {statusWords[each]}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Hours a week"
          name="hoursPerWeek"
          inputMode="numeric"
          autoComplete="off"
          value={hoursPerWeek}
          error={errors?.hoursPerWeek}
          hint="About what you ask of a member."
          onChange={(event) => onChange({ hoursPerWeek: event.target.value })}
        />
        <TextField
          label="Repository"
          name="repositoryUrl"
          {...link}
          value={repositoryUrl}
          error={errors?.repositoryUrl}
          onChange={(event) => onChange({ repositoryUrl: event.target.value })}
        />
        <TextField
          label="Demo"
          name="demoUrl"
          {...link}
          value={demoUrl}
          error={errors?.demoUrl}
          onChange={(event) => onChange({ demoUrl: event.target.value })}
        />
      </div>
      <ChipsInput
        label="Looks for"
        name="roles"
        placeholder="Design, Backend"
        value={roles.map(({ name }) => name)}
        max={limits.roles.max}
        suggestions={commonRoles}
        error={errors?.roles}
        onChange={nameRoles}
      />
      {roles.length > 0 && (
        <fieldset>
          <legend className="font-semibold text-small">Which of them are filled?</legend>
          <div className="mt-1 flex flex-wrap gap-x-5">
            {roles.map((role) => (
              <label
                key={role.name}
                className="inline-flex min-h-8 items-center gap-2 text-small pointer-coarse:min-h-11"
              >
                <input
                  type="checkbox"
                  className="checkbox checkbox-sm"
                  checked={role.filled}
                  onChange={({ target }) =>
                    onChange({
                      roles: roles.map((each) => (each === role ? { ...each, filled: target.checked } : each)),
                    })
                  }
                />
                <span dir="auto">{role.name}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </fieldset>
  );
}
