import UserPlus from 'lucide-react/icons/user-plus';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { plainExcerpt } from '#client/lib/text/markdown/plain-excerpt.ts';
import { fullName } from '#client/lib/text/person.ts';
import type { CardRelation } from '#client/lib/text/relation.ts';
import { shortCount } from '#client/lib/text/short-count.ts';
import { cardGrid } from '#client/ui/state/skeleton.tsx';
import type { Project } from '#shared/api/projects.ts';
import { to } from '#shared/routes.ts';
import { Avatar, Cover } from '../person/avatar.tsx';
import { SkillChips } from '../person/person-facts.tsx';
import { RelationTag } from '../person/relation.tsx';
import { FactsLine } from './project-facts.tsx';

interface Props {
  project: Project;
  relation?: CardRelation;
  /** Replaces the usual word of the relation. */
  word?: string | undefined;
  /** False where all cards have the same creator. */
  creatorShown?: boolean | undefined;
  /** Draws a ring around the card, for a project that was just created. */
  highlighted?: boolean;
}

/** The whole card is one link to the project; the link to its creator lies above that link. */
export const ProjectCard = memo(function ProjectCard({
  project,
  relation = 'none',
  word,
  creatorShown = true,
  highlighted = false,
}: Props) {
  const excerpt = plainExcerpt(project.description ?? '');
  return (
    <article
      className={`card relative h-full overflow-clip transition-transform duration-180 ease-out-quiet hover:-translate-y-0.5 hover:border-outline ${highlighted ? 'outline-2 outline-offset-2 outline-primary' : ''}`}
      data-highlighted={highlighted || undefined}
    >
      <Cover id={project._id} src={project.projectImage} className="aspect-cover" />
      <div className="flex flex-1 flex-col gap-2 p-4 sm:px-5">
        <h3 className="text-h3 line-clamp-2" dir="auto">
          <Link
            to={to.project(project._id)}
            className="card-link after:absolute after:inset-0 after:rounded-box focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-primary focus-visible:after:-outline-offset-2"
          >
            {project.projectName || 'Untitled project'}
          </Link>
        </h3>
        {excerpt !== '' && (
          <p className="text-small text-muted line-clamp-2" dir="auto">
            {excerpt}
          </p>
        )}
        <FactsLine project={project} />
        <SkillChips skills={project.skills} max={4} />
        {project.askers !== undefined && project.askers > 0 && (
          <p className="inline-flex items-center gap-1.5 font-semibold text-primary text-small">
            <UserPlus size={14} strokeWidth={2} aria-hidden="true" />
            <span>
              {project.askers === 1 ? '1 person asks to join' : `${shortCount(project.askers)} people ask to join`}
            </span>
          </p>
        )}
        {(creatorShown || relation !== 'none') && (
          <div className="mt-auto flex items-center justify-between gap-2 pt-2">
            {creatorShown ? (
              <Link
                to={to.otherProfile(project.creator._id)}
                className="relative z-1 inline-flex min-w-0 items-center gap-2 rounded-field text-small hover:underline"
              >
                <Avatar person={project.creator} size={24} />
                <span className="truncate">{fullName(project.creator)}</span>
              </Link>
            ) : (
              <span />
            )}
            <RelationTag relation={relation} word={word} />
          </div>
        )}
      </div>
    </article>
  );
});

interface GridProps {
  projects: readonly Project[];
  /** Parts of a card beside the project itself. */
  cardOf?: (project: Project) => Omit<Props, 'project'>;
}

export function ProjectGrid({ projects, cardOf }: GridProps) {
  return (
    <ul className={cardGrid}>
      {projects.map((project) => (
        <li key={project._id} className="min-w-0">
          <ProjectCard project={project} {...cardOf?.(project)} />
        </li>
      ))}
    </ul>
  );
}
