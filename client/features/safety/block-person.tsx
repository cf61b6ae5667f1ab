import Ban from 'lucide-react/icons/ban';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Flag from 'lucide-react/icons/flag';
import { type ReactNode, Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from 'sonner';
import { useCapability } from '#client/api/capabilities.ts';
import { useBlockPersonMutation } from '#client/api/safety/safety-api.ts';
import { lazyPart } from '#client/lib/dom/lazy-part.ts';
import { fullName } from '#client/lib/text/person.ts';
import { Menu, type MenuItem } from '#client/ui/dialog/popover.tsx';
import { ConfirmDialog } from '#client/ui/dialog/questions.tsx';
import type { User } from '#shared/api/users.ts';
import { pictureIdOf } from '#shared/pictures.ts';
import type { ReportDialogProps } from './report-dialog.tsx';

const ReportDialog = lazyPart(async () => (await import('./report-dialog.tsx')).ReportDialog);

/** The dialog that reports a person or something of theirs. Render it to open it. */
export function Report(props: ReportDialogProps) {
  return (
    <Suspense>
      <ReportDialog {...props} />
    </Suspense>
  );
}

export interface BlockDialogProps {
  person: User;
  onClose: () => void;
  /** Moves the focus away from what leaves the screen with the person. */
  onBlocked?: (() => void) | undefined;
}

/** The dialog that blocks a person. Render it to open it. */
export function BlockPerson({ person, onClose, onBlocked }: BlockDialogProps) {
  const [block] = useBlockPersonMutation();
  const { firstName } = person;
  const confirm = async () => {
    await block(person._id).unwrap();
    // Closed first: a modal dialog lets nothing outside take the focus.
    flushSync(onClose);
    onBlocked?.();
    toast(`${fullName(person)} is blocked`);
  };
  return (
    <ConfirmDialog
      title={`Block ${fullName(person)}?`}
      action="Block"
      failed="Not blocked."
      onClose={onClose}
      onConfirm={confirm}
    >
      <ul className="flex list-disc flex-col gap-2 ps-5">
        <li>You no longer see each other: not in the feed, in search, on projects or online.</li>
        <li>
          Your connection, requests and asks to join each other’s projects end. Unblocking does not bring them back.
        </li>
        <li>Neither of you can write to the other. What was said stays here for you to read.</li>
        <li>{firstName} is not told. To them, your account looks like one that was deleted.</li>
      </ul>
      <p className="mt-3 text-muted text-small">You can unblock people in Settings, under Privacy.</p>
    </ConfirmDialog>
  );
}

interface Options {
  /** The project whose page it is: it is reported, not its creator. */
  projectId?: string | undefined;
  /** Offers the person's last messages and no picture. */
  inChat?: boolean;
  /** Offers the person's photo as what is reported. */
  withPhoto?: boolean;
  onBlocked?: (() => void) | undefined;
}

/** Block and report: the items for a menu, and the dialog that they open. No items without a person. */
export function useBlockAndReport(
  person: User | undefined,
  options: Options = {},
): { items: MenuItem[]; dialog: ReactNode } {
  const isOffered = useCapability('safety');
  const [open, setOpen] = useState<'block' | 'report'>();
  if (!person || !isOffered) return { items: [], dialog: null };
  const { projectId, inChat = false, withPhoto = false, onBlocked } = options;
  const { _id, firstName, photoUrl } = person;
  const photoId = withPhoto && photoUrl !== undefined ? pictureIdOf(photoUrl) : undefined;
  const items: MenuItem[] = [];
  const add = (what: 'block' | 'report', label: string, icon: ReactNode) =>
    items.push({ label, icon, danger: what === 'block', onSelect: () => setOpen(what) });
  add('report', projectId === undefined ? `Report ${firstName}` : 'Report this project', <Flag {...small} />);
  add('block', `Block ${firstName}`, <Ban {...small} />);
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

interface Props {
  person: User;
  /** The project whose page it is: it is reported, not its creator. */
  projectId?: string;
  className?: string;
  onBlocked?: () => void;
}

/** A menu with what one can do against a person, for cards and rows. Nothing where the upstream offers none of it. */
export function PersonMenu({ person, projectId, className = '', onBlocked }: Props) {
  const { items, dialog } = useBlockAndReport(person, { projectId, onBlocked });
  if (items.length === 0) return null;
  return (
    <>
      <Menu
        label={`More about ${fullName(person)}`}
        className={`btn-square ${className}`}
        trigger={<Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />}
        items={items}
      />
      {dialog}
    </>
  );
}
