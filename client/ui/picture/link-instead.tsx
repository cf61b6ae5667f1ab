import { type ReactNode, useState } from 'react';

interface Props {
  /** Opens it; it never closes by itself, because the field in it may have the focus. */
  open: boolean;
  children: ReactNode;
}

/** A field for the address of a picture elsewhere, behind a line that opens it. */
export function LinkInstead({ open, children }: Props) {
  const [isOpen, setIsOpen] = useState(open);
  if (open && !isOpen) setIsOpen(true);
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open || open)}>
      <summary className="w-fit cursor-pointer text-small text-muted hover:underline">Use a link instead</summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}
