import { Ban, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useCapability } from '#client/store/api/capabilities.ts';
import { fullName } from '#client/text/person.ts';
import { Menu } from '#client/ui/dialog/menu.tsx';
import type { User } from '#shared/api/users.ts';
import { BlockPerson } from './block-person.tsx';

interface Props {
  person: User;
  className?: string;
  onBlocked?: () => void;
}

/** A menu with what one can do against a person, for cards and rows. Nothing where the upstream offers none of it. */
export function PersonMenu({ person, className = '', onBlocked }: Props) {
  const canBlock = useCapability('safety.block');
  const [blocking, setBlocking] = useState(false);
  if (!canBlock) return null;
  return (
    <>
      <Menu
        label={`More about ${fullName(person)}`}
        className={`btn-square ${className}`}
        trigger={<Ellipsis {...icon} />}
        items={[
          {
            label: `Block ${person.firstName}`,
            icon: <Ban {...icon} />,
            danger: true,
            onSelect: () => setBlocking(true),
          },
        ]}
      />
      {blocking && <BlockPerson person={person} onClose={() => setBlocking(false)} onBlocked={onBlocked} />}
    </>
  );
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
