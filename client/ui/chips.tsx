import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { intentWords } from '#client/lib/text/match-words.ts';
import { type Intent, intents } from '#shared/intents.ts';

interface Props {
  label: string;
  pressed: boolean;
  onPress: () => void;
}

/** A filter that is on or off; when on, it shows a cross. */
export function FilterChip({ label, pressed, onPress }: Props) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={`inline-flex min-h-8 max-w-full shrink-0 items-center gap-1 rounded-selector border px-2.5 font-mono text-micro pointer-coarse:min-h-11 ${
        pressed ? 'border-primary bg-primary text-primary-content' : 'border-outline bg-base-100 hover:border-primary'
      }`}
      onClick={onPress}
    >
      <span className="truncate">{label}</span>
      {pressed && <X size={14} className="shrink-0" aria-hidden="true" />}
    </button>
  );
}

/** One of a few choices side by side, in a box with the class `join`. */
export function JoinedChoice({ label, pressed, onPress, children }: Props & { children?: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={`btn join-item btn-sm px-[12px] ${pressed ? 'btn-neutral' : 'btn-outline bg-base-100'}`}
      onClick={onPress}
    >
      {children}
      {label}
    </button>
  );
}

interface IntentChipsProps {
  legend: string;
  chosen: readonly Intent[];
  onChange: (chosen: Intent[]) => void;
}

/** Checkboxes in the form of chips, such as the intents of a profile. */
export function IntentChips({ legend, chosen, onChange }: IntentChipsProps) {
  return (
    <fieldset>
      <legend className="mb-1 font-semibold text-small">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {intents.map((value) => (
          <label
            key={value}
            className="inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-selector border border-outline px-3 text-small has-checked:border-primary has-checked:bg-tint has-checked:text-primary pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              className="checkbox checkbox-primary checkbox-xs"
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChange(intents.filter((each) => (each === value ? target.checked : chosen.includes(each))))
              }
            />
            {intentWords[value]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
