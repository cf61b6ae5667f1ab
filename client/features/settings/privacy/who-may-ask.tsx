import type { WhoMayAsk as Choice } from '#shared/api/preferences.ts';

const options: readonly { value: Choice; label: string }[] = [
  { value: 'everybody', label: 'Everybody' },
  { value: 'sharedSkill', label: 'People who share a skill with me' },
  { value: 'nobody', label: 'Nobody' },
];

/** Who may ask the user to connect, or to join a project of theirs. */
export function WhoMayAsk({ chosen, onChange }: { chosen: Choice; onChange: (chosen: Choice) => void }) {
  return (
    <fieldset>
      <legend className="font-semibold text-small">Who may ask me</legend>
      <p className="text-muted text-small">
        To connect, or to join a project of yours. People who may not ask do not meet you in their feed. Requests that
        are already there stay.
      </p>
      <div className="mt-1 flex flex-col">
        {options.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name="who-may-ask"
              className="radio"
              checked={chosen === value}
              onChange={() => onChange(value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
