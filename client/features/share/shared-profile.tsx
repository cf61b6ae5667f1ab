import { fullName } from '#client/lib/text/person.ts';
import { Avatar, Cover } from '#client/ui/person/avatar.tsx';
import { SkillChips } from '#client/ui/person/person-facts.tsx';
import type { PublicProfile } from '#shared/api/public-pages.ts';
import { to } from '#shared/routes.ts';
import { sharePath } from '#shared/share-page.ts';
import { MeetCard } from './meet-card.tsx';

export function SharedProfile({ user }: { user: PublicProfile }) {
  const { _id, firstName, coverUrl, headline, about, skills, projects } = user;
  return (
    <>
      <article className="card overflow-hidden rounded-[1.25rem]">
        <Cover id={_id} shape="band" src={coverUrl} eager className="h-32 sm:h-48" />
        <div className="flex flex-col gap-4 px-5 pb-6 sm:px-8">
          <Avatar person={user} size={112} className="-mt-14 ring-6 ring-base-100" />
          <div>
            <h1 className="text-profile" dir="auto">
              {fullName(user)}
            </h1>
            {headline !== undefined && (
              <p className="mt-1 text-muted" dir="auto">
                {headline}
              </p>
            )}
          </div>
          <SkillChips skills={skills} max={skills.length} />
          {about !== undefined && (
            <p className="max-w-[68ch] whitespace-pre-wrap" dir="auto">
              {about}
            </p>
          )}
        </div>
      </article>
      {projects.length > 0 && (
        <section aria-labelledby="projects">
          <h2 id="projects" className="mb-3 text-h2">
            Projects
          </h2>
          <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            {projects.map((project) => (
              <li key={project._id}>
                <a href={sharePath.project(project._id)} className="card h-full overflow-hidden hover:border-outline">
                  <Cover id={project._id} src={project.projectImage} className="aspect-cover" />
                  <span className="text-h3 p-4" dir="auto">
                    {project.projectName.trim() || 'Untitled project'}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <MeetCard firstName={firstName} member={{ href: to.otherProfile(_id), words: 'Open this profile' }}>
        {`${firstName} is on DotCode, where developers connect when both want to, and build things together.`}
      </MeetCard>
    </>
  );
}
