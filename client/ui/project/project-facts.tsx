import Clock from 'lucide-react/icons/clock';
import ExternalLink from 'lucide-react/icons/external-link';
import GitBranch from 'lucide-react/icons/git-branch';
import { openRoles, statusWords } from '#client/lib/text/project-words.ts';
import type { Project } from '#shared/api/projects.ts';
import type { ProjectStatus } from '#shared/project-statuses.ts';

type Facts = Pick<Project, 'status' | 'roles' | 'hoursPerWeek' | 'repositoryUrl' | 'demoUrl'>;

/** On a card: the status, and whom the project looks for. Nothing where the project does not say it. */
export function FactsLine({ project }: { project: Facts }) {
  const wanted = openRoles(project);
  if (project.status === undefined && wanted.length === 0) return null;
  return (
    <p className="flex min-w-0 items-center gap-2 text-small">
      {project.status && <Status status={project.status} />}
      {wanted.length > 0 && (
        <span className="min-w-0 truncate" dir="auto">
          <span className="text-muted">Looks for:</span> {wanted.join(', ')}
        </span>
      )}
    </p>
  );
}

/** Not a chip: those are skills. */
function Status({ status }: { status: ProjectStatus }) {
  return (
    <span className="shrink-0 rounded-full bg-tint px-2.5 py-0.5 font-semibold text-micro text-primary">
      {statusWords[status]}
    </span>
  );
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true, className: 'shrink-0 text-muted' } as const;

/** On the project's page: everything that it says of itself beside its text. */
export function ProjectFacts({ project }: { project: Facts }) {
  const { status, roles = [], hoursPerWeek, repositoryUrl, demoUrl } = project;
  const row = 'inline-flex min-w-0 items-center gap-1.5';
  const links = [
    { url: repositoryUrl, Icon: GitBranch, word: 'Repository' },
    { url: demoUrl, Icon: ExternalLink, word: 'Demo' },
  ];
  if (!status && roles.length === 0 && !hoursPerWeek && !repositoryUrl && !demoUrl) return null;
  return (
    <div className="flex flex-col gap-2 text-small">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {status && <Status status={status} />}
        {hoursPerWeek !== undefined && (
          <span className={row}>
            <Clock {...icon} />
            {hoursPerWeek === 1 ? 'About 1 hour a week' : `About ${hoursPerWeek} hours a week`}
          </span>
        )}
        {links.map(
          ({ url, Icon, word }) =>
            url && (
              <a
                key={word}
                href={url}
                target="_blank"
                rel="nofollow noopener noreferrer ugc"
                data-address={url}
                className={`${row} text-primary hover:underline`}
              >
                <Icon {...icon} />
                {word}
              </a>
            ),
        )}
      </div>
      {roles.length > 0 && (
        <p dir="auto">
          <span className="text-muted">Looks for:</span>{' '}
          {roles.map(({ name, filled }, at) => (
            <span key={name} className={filled ? 'text-muted' : 'font-semibold'}>
              {`${at > 0 ? ', ' : ''}${name}${filled ? ' (filled)' : ''}`}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

/** Whether the person has created or joined the project. */
export function takesPart({ creator, viewer, members = [] }: Project, personId: string): boolean {
  return (
    creator?._id === personId ||
    viewer?.relation === 'owner' ||
    viewer?.relation === 'accepted' ||
    members.some(({ _id }) => _id === personId)
  );
}
