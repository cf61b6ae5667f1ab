import type { Ref } from 'react';
import { LineIcon } from '#client/ui/line-icon.tsx';
import { landingCopy, lines } from './copy.ts';

/** The features of the product. `ref` is their heading. */
export function HowItWorks({ ref }: { ref: Ref<HTMLHeadingElement> }) {
  return (
    <section aria-labelledby="features" className="py-12 md:py-16">
      <h2 id="features" ref={ref} tabIndex={-1} className="text-h1">
        How it works
      </h2>
      <div className="mt-6 grid gap-4 md:grid-cols-3">
        <Feature icon="users" title={landingCopy.featureNetworking} fact="You both use React, Go and SQL">
          Meet one person at a time, see which skills you share, and connect when both of you want to.
        </Feature>
        <Feature icon="code" title={landingCopy.featureCollaboration} fact="You asked to join · accepted">
          Find projects that look for help, ask to join, and talk it through in a private conversation.
        </Feature>
        <Feature icon="projects" title={landingCopy.featureShowcase} fact="Markdown in, a page out">
          Give each project a page of its own, with its story and its skills, and find people to build it with.
        </Feature>
      </div>
    </section>
  );
}

interface FeatureProps {
  icon: keyof typeof lines;
  title: string;
  /** One line of proof, as the product prints it. */
  fact: string;
  children: string;
}

function Feature({ icon, title, fact, children }: FeatureProps) {
  return (
    <article className="card rounded-[1.25rem] p-6">
      <span className="grid size-12 place-items-center rounded-full bg-tint text-primary">
        <LineIcon line={lines[icon]} size={24} />
      </span>
      <h3 className="mt-4 text-h3">{title}</h3>
      <p className="mt-2 mb-5 text-muted">{children}</p>
      <p className="mt-auto font-medium text-primary text-small">{fact}</p>
    </article>
  );
}
