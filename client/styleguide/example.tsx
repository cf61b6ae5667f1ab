import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** Side by side in columns of the same width, instead of a row. */
  inColumns?: boolean;
  children: ReactNode;
}

export function Example({ title, inColumns = false, children }: Props) {
  return (
    <div className="guide-example">
      <h3>{title}</h3>
      <div className={inColumns ? 'guide-columns' : 'guide-row'}>{children}</div>
    </div>
  );
}

export const nothing = () => undefined;
