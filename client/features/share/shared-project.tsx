import { fullName } from '#client/lib/text/person.ts';
import { Avatar, Cover } from '#client/ui/person/avatar.tsx';
import { SkillChips } from '#client/ui/person/person-facts.tsx';
import { ProjectFacts } from '#client/ui/project/project-facts.tsx';
import type { PublicProject } from '#shared/api/public-pages.ts';
import { to } from '#shared/routes.ts';
import { sharePath } from '#shared/share-page.ts';
import { markdownToHtml } from './markdown-to-html.ts';
import { MeetCard } from './meet-card.tsx';

export function SharedProject({ project }: { project: PublicProject }) {
  const { _id, projectName, projectImage, projectImageAlt, skills, description, creator } = project;
  return (
    <>
      <article className="card overflow-hidden rounded-[1.25rem]">
        {projectImage === undefined ? (
          <Cover id={_id} shape="band" className="h-32 sm:h-48" />
        ) : (
          <Cover id={_id} shape="band" src={projectImage} alt={projectImageAlt} eager className="aspect-cover w-full" />
        )}
        <div className="flex flex-col gap-4 px-5 py-6 sm:px-8">
          <h1 className="text-profile" dir="auto">
            {projectName.trim() || 'Untitled project'}
          </h1>
          <Creator creator={creator} projectId={_id} />
          <ProjectFacts project={project} />
          <SkillChips skills={skills} max={skills.length} />
          {description.trim() !== '' && (
            <section className="mt-2">
              {/* The headings of the description begin at the third level. */}
              <h2 className="sr-only">About this project</h2>
              <div
                className="prose"
                dir="auto"
                // biome-ignore lint/security/noDangerouslySetInnerHtml: markdownToHtml writes every tag itself.
                dangerouslySetInnerHTML={{ __html: markdownToHtml(description) }}
              />
            </section>
          )}
          {project.updates && <Updates updates={project.updates} projectId={_id} />}
        </div>
      </article>
      <MeetCard firstName={creator.firstName} member={{ href: to.project(_id), words: 'Open this project' }}>
        Ask to join, or talk about it with {creator.firstName}: members of DotCode connect when both want to.
      </MeetCard>
    </>
  );
}

function Updates({ updates, projectId }: { updates: NonNullable<PublicProject['updates']>; projectId: string }) {
  return (
    <section className="mt-4 flex flex-col gap-6 border-base-300 border-t pt-6">
      <h2 className="text-h2">Updates</h2>
      {updates.map(({ text, picture, createdAt }) => (
        <article key={createdAt} className="flex flex-col gap-2">
          <p className="text-muted text-small">
            <time dateTime={createdAt}>{dayOf(createdAt)}</time>
          </p>
          <div
            className="prose"
            dir="auto"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: markdownToHtml writes every tag itself.
            dangerouslySetInnerHTML={{ __html: markdownToHtml(text) }}
          />
          {picture && (
            <Cover
              id={projectId}
              shape="band"
              src={picture.url}
              alt={picture.alt || undefined}
              className="aspect-cover w-full rounded-field"
            />
          )}
        </article>
      ))}
    </section>
  );
}

/** In the language of the page, whatever the server's is. */
function dayOf(iso: string): string {
  return new Date(iso).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
}

/** A creator without a public page is a first name; the colours of the face are then the project's. */
function Creator({ creator, projectId }: { creator: PublicProject['creator']; projectId: string }) {
  const { _id, firstName, lastName = '', photoUrl } = creator;
  const name = fullName({ firstName, lastName });
  const person = { _id: _id ?? projectId, firstName, lastName, ...(photoUrl && { photoUrl }) };
  const row = 'inline-flex min-w-0 items-center gap-2 self-start text-small';
  const face = <Avatar person={person} size={32} />;
  if (_id === undefined)
    return (
      <p className={row}>
        {face}
        <span dir="auto">{name}</span>
      </p>
    );
  return (
    <a href={sharePath.profile(_id)} className={`${row} hover:underline`}>
      {face}
      <span dir="auto">{name}</span>
    </a>
  );
}
