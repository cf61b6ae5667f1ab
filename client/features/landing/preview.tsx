import { Avatar } from '#client/ui/avatar.tsx';
import { Card } from '#client/ui/card.tsx';
import { Cover } from '#client/ui/cover.tsx';
import { LineIcon } from '#client/ui/line-icon.tsx';
import { lines } from './lines.ts';

const ana = { _id: 'sample-ana', firstName: 'Ana', lastName: 'Ferreira' };

/** The product's own pieces with sample data: a picture, so it can be neither focused nor read out. */
export function Preview() {
  return (
    <div aria-hidden="true" inert className="grid gap-4 select-none sm:grid-cols-2 lg:grid-cols-[1.2fr_1fr]">
      <Card relation="connected" className="p-5 sm:row-span-2">
        <div className="flex items-center gap-3">
          <Avatar person={ana} size={48} />
          <div className="min-w-0">
            <p className="truncate text-h3">Ana Ferreira</p>
            <span className="inline-flex items-center gap-1 text-accent text-micro">
              <LineIcon line={lines.connected} size={14} />
              Connected
            </span>
          </div>
        </div>
        <p className="mt-4 text-small text-muted">
          Makes slow queries fast. Looking for someone to build a small, kind issue tracker with.
        </p>
        <div className="mt-4 flex flex-wrap gap-1.5">
          {['PostgreSQL', 'Go', 'React'].map((skill) => (
            <span
              key={skill}
              className="rounded-selector border border-base-300 bg-base-200 px-2 py-1 font-mono text-micro"
            >
              {skill}
            </span>
          ))}
        </div>
        <p className="mt-4 font-mono text-micro text-primary">2 shared: Go, React</p>
        <div className="mt-5 flex flex-col items-start gap-2 text-small">
          <p className="rounded-box rounded-es-sm bg-base-200 px-4 py-2">Shall we pair on the parser?</p>
          <p className="self-end rounded-box rounded-ee-sm bg-primary px-4 py-2 text-primary-content">
            Tonight, at eight.
          </p>
        </div>
      </Card>
      <Card relation="mine" className="self-start">
        <Cover id="sample-quill" name="Quiet Quill" src={undefined} />
        <div className="p-4">
          <p className="text-h3">Quiet Quill</p>
          <p className="mt-1 text-small text-muted">An editor that keeps out of the way.</p>
          <div className="mt-3">
            <span className="inline-flex items-center gap-1 text-primary text-micro">
              <LineIcon line={lines.person} size={14} />
              Yours
            </span>
          </div>
        </div>
      </Card>
    </div>
  );
}
