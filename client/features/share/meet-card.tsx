import type { ReactNode } from 'react';
import { signUpLink } from '#client/lib/text/screen-names.ts';

interface MeetProps {
  firstName: string;
  /** Where members see more: the gateway sends others to the start page, and offers to go on after the login. */
  member: { href: string; words: string };
  children: ReactNode;
}

/** The links of a public page: sign up to open the same page as a member, or open it at once. */
export function MeetCard({ firstName, member, children }: MeetProps) {
  return (
    <section className="card rounded-[1.25rem] p-6" aria-label="Join">
      <p className="text-muted">{children}</p>
      <div className="mt-4 flex flex-wrap items-center gap-4">
        {/* The login screen remembers what follows the mode, and offers it after the sign-up. */}
        <a href={signUpLink + member.href} className="btn btn-primary max-w-full">
          <span className="truncate">Get Started to meet {firstName}</span>
        </a>
        <a href={member.href} className="text-primary underline">
          {member.words}
        </a>
      </div>
    </section>
  );
}
