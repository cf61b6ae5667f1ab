import Ban from 'lucide-react/icons/ban';
import Flag from 'lucide-react/icons/flag';
import { type ReactNode, useState } from 'react';
import { useCapability } from '#client/store/api/capabilities.ts';
import type { MenuItem } from '#client/ui/dialog/menu.tsx';
import type { User } from '#shared/api/users.ts';
import { pictureIdOf } from '#shared/pictures.ts';
import { BlockPerson, Report } from './block-person.tsx';

interface Options {
  /** The project whose page it is: it is reported, not its creator. */
  projectId?: string | undefined;
  /** Offers the person's last messages and no picture. */
  inChat?: boolean;
  /** Offers the person's photo as what is reported. */
  withPhoto?: boolean;
  onBlocked?: (() => void) | undefined;
}

/** What one can do against a person: the items for a menu, and the dialog that they open. None for nobody. */
export function useBlockAndReport(
  person: User | undefined,
  options: Options = {},
): { items: MenuItem[]; dialog: ReactNode } {
  const canBlock = useCapability('safety.block');
  const canReport = useCapability('safety.report');
  const [open, setOpen] = useState<'block' | 'report'>();
  if (!person) return { items: [], dialog: null };
  const { projectId, inChat = false, withPhoto = false, onBlocked } = options;
  const { _id, firstName, photoUrl } = person;
  const photoId = withPhoto && photoUrl !== undefined ? pictureIdOf(photoUrl) : undefined;
  const items: MenuItem[] = [];
  const add = (what: 'block' | 'report', label: string, icon: ReactNode) =>
    items.push({ label, icon, danger: what === 'block', onSelect: () => setOpen(what) });
  if (canReport)
    add('report', projectId === undefined ? `Report ${firstName}` : 'Report this project', <Flag {...small} />);
  if (canBlock) add('block', `Block ${firstName}`, <Ban {...small} />);
  const close = () => setOpen(undefined);
  if (open === 'block') return { items, dialog: <BlockPerson person={person} onClose={close} onBlocked={onBlocked} /> };
  if (open === undefined) return { items, dialog: null };
  const subject =
    projectId === undefined ? ({ kind: 'person', id: _id } as const) : ({ kind: 'project', id: projectId } as const);
  const dialog = (
    <Report person={person} subject={subject} photoId={photoId} inChat={inChat} onClose={close} onBlocked={onBlocked} />
  );
  return { items, dialog };
}

const small = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
