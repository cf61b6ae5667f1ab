import { type ReactNode, type Ref, useId } from 'react';

interface Props {
  title: string;
  /** Beside the title. */
  count?: ReactNode;
  /** The heading, for a focus whose place has gone. */
  heading?: Ref<HTMLHeadingElement>;
  /** The classes of the heading. */
  look?: string;
  className?: string;
  children: ReactNode;
}

/** A part of a screen, named by its heading. */
export function Section({ title, count, heading, look = 'text-h3', className, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} ref={heading} tabIndex={heading ? -1 : undefined} className={look}>
        {title}
        {count !== undefined && (
          <>
            {' '}
            <span className="font-mono text-micro text-muted">{count}</span>
          </>
        )}
      </h2>
      {children}
    </section>
  );
}
