import Compass from 'lucide-react/icons/compass';
import { useMemo } from 'react';
import { useConnectionsQuery } from '#client/store/api/people-api.ts';
import { useInterestedAndAcceptedProjectsQuery } from '#client/store/api/projects-api.ts';
import { useStandIns } from '#client/store/api/use-stand-ins.ts';
import { justAsked } from '#client/store/first-calls.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { cardWord } from '#client/text/project-relation.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import type { Project } from '#shared/api/projects.ts';
import { to } from '#shared/routes.ts';
import { ProjectList } from './project-list.tsx';

export function InterestedAndAccepted() {
  const user = useOwnUser();
  // Until that is known, assume that the upstream tells per project how the user stands to it.
  const says = useStandIns().interest !== 'with its creator';
  const { data, error, refetch } = useInterestedAndAcceptedProjectsQuery(undefined, {
    refetchOnMountOrArgChange: justAsked,
    refetchOnFocus: true,
  });
  const { data: connections } = useConnectionsQuery();
  const connectionIds = useMemo(() => new Set(connections?.people.map(({ _id }) => _id)), [connections]);
  return (
    <>
      <p className="mb-4 max-w-[68ch] text-balance text-small text-muted">{helpLine(says)}</p>
      <ProjectList
        projects={data}
        error={error}
        onRetry={refetch}
        relationOf={(project: Project) => cardWord(project, { ownId: user._id, connectionIds })}
        empty={
          <EmptyState
            title="Nothing here yet"
            icon={<Compass size={24} strokeWidth={1.75} />}
            actions={
              <>
                <ButtonLink to={to.feed()} look="primary">
                  Open feed
                </ButtonLink>
                {says && <ButtonLink to={`${to.projects()}?tab=explore`}>Explore projects</ButtonLink>}
              </>
            }
          >
            {says
              ? 'Projects that you ask to join appear here, and stay once their creator accepts you.'
              : 'Projects of the people you show interest in, and of your connections, appear here.'}
          </EmptyState>
        }
      />
    </>
  );
}

function helpLine(says: boolean): string {
  return says
    ? 'Projects you asked to join and still wait for, and projects that accepted you. Each card says which.'
    : 'Your projects, and those of people with whom a request is pending or accepted. The cards of others say which.';
}
