import { useNavigate, useParams } from 'react-router-dom';
import { toast } from 'sonner';
import { freshForSeconds } from '#client/api/base-api.ts';
import { useEditProjectMutation, useProjectQuery } from '#client/api/projects-api.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Screen } from '#client/ui/screen.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorState } from '#client/ui/state/errors.tsx';
import { StackedBones } from '#client/ui/state/skeleton.tsx';
import type { Project } from '#shared/api/projects.ts';
import { to } from '#shared/routes.ts';
import { changesBetween, fieldsOf, sameFields } from './form/project-fields.ts';
import { ProjectForm } from './form/project-form.tsx';
import { useProjectForm } from './form/use-project-form.ts';
import { isGone, ProjectGone } from './project-frame.tsx';

export function EditProjectPage() {
  const { projectId = '' } = useParams();
  const user = useOwnUser();
  const { currentData, error, refetch } = useProjectQuery(projectId, {
    refetchOnMountOrArgChange: freshForSeconds,
    // A change made elsewhere is found when the user returns to the page.
    refetchOnFocus: true,
  });
  return (
    <Screen title="Edit project" narrow>
      {isGone(currentData, error) ? (
        <ProjectGone />
      ) : !currentData ? (
        error === undefined ? (
          <StackedBones className="gap-6" bones={['h-10', 'h-72', 'h-10']} />
        ) : (
          <ErrorState error={error} onRetry={refetch} />
        )
      ) : currentData.creator._id !== user._id ? (
        <EmptyState
          title="Only the creator can edit this"
          actions={
            <ButtonLink to={to.project(projectId)} look="primary">
              View the project
            </ButtonLink>
          }
        />
      ) : (
        <EditForm key={projectId} project={currentData} refetch={() => refetch().unwrap()} />
      )}
    </Screen>
  );
}

function EditForm({ project, refetch }: { project: Project; refetch: () => Promise<Project | null> }) {
  const user = useOwnUser();
  const navigate = useNavigate();
  const [edit] = useEditProjectMutation();
  const server = fieldsOf(project);

  const draft = useProjectForm(user._id, `project:${project._id}`, server, async (fields) => {
    // Loaded again right before: if the project changed elsewhere, the form lets the user choose instead of saving.
    const latest = await refetch();
    if (latest && !sameFields(fieldsOf(latest), server) && !sameFields(fieldsOf(latest), fields)) return;
    const changes = changesBetween(server, fields);
    if (Object.keys(changes).length > 0) await edit({ projectId: project._id, changes }).unwrap();
    draft.saved();
    toast.success('Project saved');
    await navigate(to.project(project._id));
  });
  return (
    <ProjectForm
      projectId={project._id}
      draft={draft}
      saveLabel="Save"
      cancel={
        <ButtonLink to={to.project(project._id)} look="quiet">
          Cancel
        </ButtonLink>
      }
    />
  );
}
