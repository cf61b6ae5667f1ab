import type { ReactNode } from 'react';
import { commonRoles, statusWords } from '#client/lib/text/project-words.ts';
import { projectStatuses } from '#shared/project-statuses.ts';

interface Props {
  /** The open role; empty for any. */
  wanted: string;
  /** Empty for any. */
  status: string;
  onChange: (changes: { role?: string; status?: string }) => void;
}

/** Narrows projects by an open role and the status. With the capability `projects.facts`. */
export function FactFilters({ wanted: role, status, onChange }: Props) {
  // A filter from a link stays visible, also one that nobody has listed.
  const roles = role === '' || commonRoles.includes(role) ? commonRoles : [role, ...commonRoles];
  return (
    <>
      <Choice label="Looks for" value={role} onChange={(value) => onChange({ role: value })}>
        <option value="">Any role</option>
        {roles.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Choice>
      <Choice label="Status" value={status} onChange={(value) => onChange({ status: value })}>
        <option value="">Any status</option>
        {projectStatuses.map((each) => (
          <option key={each} value={each}>
            {statusWords[each]}
          </option>
        ))}
      </Choice>
    </>
  );
}

/** On a phone two filters stand side by side, each below its name. */
export const filterRow = 'grid grid-cols-2 items-center gap-3 sm:flex sm:flex-wrap';

interface ChoiceProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

export function Choice({ label, value, onChange, children }: ChoiceProps) {
  return (
    <label className="flex min-w-0 items-center gap-2 text-small max-sm:flex-col max-sm:items-stretch max-sm:gap-1">
      <span className="text-muted">{label}</span>
      <select
        className="select w-auto min-w-0 text-base max-sm:w-full sm:max-w-48"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {children}
      </select>
    </label>
  );
}
