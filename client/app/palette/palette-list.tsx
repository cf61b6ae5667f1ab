import { useId } from 'react';
import { MarkedExcerpt } from '#client/features/chat/find/found-messages.tsx';
import { optionId } from '#client/ui/form/chips-input.tsx';
import { KeyCaps } from '#client/ui/key-caps.tsx';
import { Avatar, Cover } from '#client/ui/person/avatar.tsx';

import type { Entry, Face, Group } from './entries.ts';

interface Props {
  id: string;
  groups: readonly Group[];
  /** The index of the active option, counted through all groups. */
  active: number;
  query: string;
  isBusy: boolean;
  onReach: (entry: Entry) => void;
  onChoose: (entry: Entry) => void;
}

/** The list under the palette's input. Its options never take the focus. */
export function PaletteList({ id, groups, active, query, isBusy, onReach, onChoose }: Props) {
  const headingId = useId();
  let index = -1;
  return (
    <div id={id} role="listbox" aria-label="Found" aria-busy={isBusy} className="p-2">
      {groups.map(({ name, entries }, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
        <div key={name} role="group" aria-labelledby={`${headingId}-${at}`} className="pb-2 last:pb-0">
          <div
            id={`${headingId}-${at}`}
            role="presentation"
            className="px-3 pt-2 pb-1 font-medium text-micro text-muted"
          >
            {name}
          </div>
          {entries.map((entry) => {
            index += 1;
            return (
              <Option
                key={entry.id}
                id={optionId(id, index)}
                entry={entry}
                query={query}
                isActive={index === active}
                onReach={onReach}
                onChoose={onChoose}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface OptionProps extends Pick<Props, 'query' | 'onReach' | 'onChoose'> {
  id: string;
  entry: Entry;
  isActive: boolean;
}

function Option({ id, entry, query, isActive, onReach, onChoose }: OptionProps) {
  const { name, detail, face, keys, isMessage } = entry;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and takes the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="flex min-h-10 scroll-mt-8 cursor-pointer items-center gap-3 rounded-field px-3 py-1.5 aria-selected:bg-tint pointer-coarse:min-h-12"
      // The input keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      // Not on pointerenter: a list that scrolls under a resting pointer chooses nothing.
      onPointerMove={() => isActive || onReach(entry)}
      onClick={() => onChoose(entry)}
    >
      <FaceOf face={face} />
      <span className="flex min-w-0 flex-1 items-baseline gap-3">
        <span className="max-w-[60%] shrink-0 truncate font-medium text-small" dir="auto">
          {name}
        </span>
        {detail && (
          <span className="min-w-0 flex-1 truncate text-muted text-small" dir="auto">
            {isMessage ? <MarkedExcerpt text={detail} query={query} /> : detail}
          </span>
        )}
      </span>
      {keys !== undefined && (
        <span className="pointer-coarse:hidden" aria-hidden="true">
          <KeyCaps keys={keys} />
        </span>
      )}
    </div>
  );
}

function FaceOf({ face }: { face: Face }) {
  if ('person' in face) return <Avatar person={face.person} size={24} />;
  if ('project' in face)
    return (
      <Cover
        id={face.project._id}
        src={face.project.projectImage}
        className="size-[24px] shrink-0 rounded-[0.375rem]"
      />
    );
  const { icon: Icon } = face;
  return (
    <span className="grid size-[24px] shrink-0 place-items-center text-muted">
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
    </span>
  );
}
