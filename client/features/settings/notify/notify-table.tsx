import { useId } from 'react';
import type { NotifyKind, NotifyWay, Preferences, PreferencesChange } from '#shared/api/preferences.ts';
import { kindWords, wayWords } from './kind-words.ts';

interface Props {
  notify: Preferences['notify'];
  /** The columns: what this upstream can do. */
  ways: readonly NotifyWay[];
  onChange: (change: NonNullable<PreferencesChange['notify']>) => void;
}

const kinds = Object.keys(kindWords) as NotifyKind[];
const row = 'lg:grid lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center lg:gap-4';
const cells = 'flex flex-col lg:flex-row';
/** On a phone a line with its label; else a cell below the column's name. */
const cell = 'flex min-h-11 items-center justify-between gap-4 lg:w-24 lg:justify-center';

/** Each kind with a switch for each way: columns, or on a phone one list below the other. */
export function NotifyTable({ notify, ways, onChange }: Props) {
  return (
    <div>
      <div aria-hidden="true" className={`hidden border-base-300 border-b pb-2 ${row}`}>
        <span />
        <div className={cells}>
          {ways.map((way) => (
            <span key={way} className="w-24 text-center font-semibold text-muted text-small">
              {wayWords[way]}
            </span>
          ))}
        </div>
      </div>
      <ul aria-label="What you are told about" className="flex flex-col divide-y divide-base-300">
        {/* An older upstream does not know every kind. */}
        {kinds
          .filter((kind) => notify[kind] !== undefined)
          .map((kind) => (
            <Kind key={kind} kind={kind} chosen={notify[kind]} ways={ways} onChange={onChange} />
          ))}
      </ul>
    </div>
  );
}

interface KindProps extends Pick<Props, 'ways' | 'onChange'> {
  kind: NotifyKind;
  chosen: Preferences['notify'][NotifyKind];
}

function Kind({ kind, chosen, ways, onChange }: KindProps) {
  const id = useId();
  return (
    <li className={`py-2 first:pt-0 last:pb-0 lg:first:pt-2 ${row}`}>
      <p id={id} className="font-semibold text-small">
        {kindWords[kind]}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid item in every browser */}
      <div role="group" aria-labelledby={id} className={cells}>
        {ways.map((way) => (
          <label key={way} className={cell}>
            <span className="text-small lg:sr-only">{wayWords[way]}</span>
            <input
              type="checkbox"
              className="toggle toggle-primary shrink-0"
              checked={chosen[way]}
              aria-describedby={id}
              onChange={(event) => onChange({ [kind]: { [way]: event.target.checked } })}
            />
          </label>
        ))}
      </div>
    </li>
  );
}
