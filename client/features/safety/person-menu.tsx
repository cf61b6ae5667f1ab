import Ellipsis from 'lucide-react/icons/ellipsis';
import { fullName } from '#client/text/person.ts';
import { Menu } from '#client/ui/dialog/menu.tsx';
import type { User } from '#shared/api/users.ts';
import { useBlockAndReport } from './use-block-and-report.tsx';

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
