import { Link } from 'react-router-dom';
import { fullName } from '#client/text/person.ts';
import { plainExcerpt } from '#client/text/plain-excerpt.ts';
import type { CardRelation } from '#client/text/relation.ts';
import type { Project } from '#shared/api/projects.ts';
import { to } from '#shared/routes.ts';
import { Avatar } from './avatar.tsx';
import { Card } from './card.tsx';
import { Cover } from './cover.tsx';
import { RelationTag } from './relation-tag.tsx';
import { SkillChips } from './skill-chips.tsx';

interface Props {
  project: Project;
  relation?: CardRelation;
  /** The relation's word, where the usual one would not say enough. */
  word?: string;
  /** Hidden where every card has the same creator. */
  creatorShown?: boolean;
  /** Drawn with a ring, as the thing that was just made. */
  highlighted?: boolean;
}

/** The whole card is one link to the project; the link to its creator stands above that link. */
export function ProjectCard({ project, relation = 'none', word, creatorShown = true, highlighted = false }: Props) {
  const excerpt = plainExcerpt(project.description ?? '');
  return (
    <Card
      relation={relation}
      className={`relative h-full hover:border-outline ${highlighted ? 'outline-2 outline-offset-2 outline-primary' : ''}`}
      data-highlighted={highlighted || undefined}
    >
      <Cover id={project._id} name={project.projectName} src={project.projectImage} />
      <div className="flex flex-1 flex-col gap-2 p-4">
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
        <SkillChips skills={project.skills} max={4} />
        {project.askers !== undefined && project.askers > 0 && (
          <p className="text-small font-semibold">
            {project.askers === 1 ? '1 person asks to join' : `${project.askers} people ask to join`}
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
            <RelationTag relation={relation} {...(word === undefined ? {} : { word })} />
          </div>
        )}
      </div>
    </Card>
  );
}
