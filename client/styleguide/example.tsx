import type { ReactNode } from 'react';

interface RoomProps {
  /** The folder of client/ui, which is also the name of the room's picture. */
  name: string;
  children: ReactNode;
}

export function Room({ name, children }: RoomProps) {
  return (
    <section id={name} aria-labelledby={`${name}-title`} className="guide-room">
      <h2 id={`${name}-title`} className="text-h1">
        {name}
      </h2>
      {children}
    </section>
  );
}

interface ExampleProps {
  title: string;
  /** Side by side in columns of the same width, instead of a row. */
  inColumns?: boolean;
  children: ReactNode;
}

export function Example({ title, inColumns = false, children }: ExampleProps) {
  return (
    <div className="guide-example">
      <h3>{title}</h3>
      <div className={inColumns ? 'guide-columns' : 'guide-row'}>{children}</div>
    </div>
  );
}

export const nothing = () => undefined;
