import { useEffect } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { toast } from 'sonner';
import { useEditProjectMutation, useProjectQuery } from '#client/store/api/projects-api.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { skillList } from '#client/text/person.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Screen } from '#client/ui/screen.tsx';
import { Bone, Skeleton } from '#client/ui/skeleton.tsx';
import type { Project } from '#shared/api/projects.ts';
import { to } from '#shared/routes.ts';
import { changesBetween, type Fields, fieldsOf, sameFields } from './project-fields.ts';
import { ProjectForm } from './project-form.tsx';
import { isGone, ProjectGone } from './project-gone.tsx';
import { useProjectFields } from './use-project-fields.ts';

/** Edits a project: only its creator can. */
export function EditProjectPage() {
  const { projectId = '' } = useParams();
  const user = useOwnUser();
  const {
    currentData: project,
    error,
    isFetching,
    refetch,
  } = useProjectQuery(projectId, {
    refetchOnMountOrArgChange: true,
    refetchOnReconnect: true,
  });
  const title = 'Edit project';
  if (isGone(project, error)) {
    return (
      <Screen title={title} narrow>
        <ProjectGone />
      </Screen>
    );
  }
  if (!project) {
    return (
      <Screen title={title} narrow>
        {error === undefined ? <FormBones /> : <ErrorState error={error} onRetry={refetch} retrying={isFetching} />}
      </Screen>
    );
  }
  if (project.creator._id !== user._id) {
    return (
      <Screen title={title} narrow>
        <EmptyState
          title="Only the creator can edit this"
          actions={
            <Link to={to.project(projectId)} className="btn btn-primary">
              View the project
            </Link>
          }
        />
      </Screen>
    );
  }
  return (
    <Screen title={title} narrow>
      <EditForm key={projectId} project={project} refetch={() => refetch().unwrap()} />
    </Screen>
  );
}

function EditForm({ project, refetch }: { project: Project; refetch: () => Promise<Project | null> }) {
  const user = useOwnUser();
  const navigate = useNavigate();
  const [edit] = useEditProjectMutation();
  const server = fieldsOf(project);
  const draft = useProjectFields(user._id, `project:${project._id}`, server);
  useCheckOnReturn(refetch);

  const save = async (fields: Fields) => {
    // Asked again right before: what changed elsewhere is shown as a choice, never overwritten unseen.
    const latest = await refetch();
    if (latest && !sameFields(fieldsOf(latest), server) && !sameFields(fieldsOf(latest), fields)) return false;
    const changes = changesBetween(server, trimmed(fields));
    if (Object.keys(changes).length > 0) await edit({ projectId: project._id, changes }).unwrap();
    draft.saved();
    toast.success('Project saved');
    await navigate(to.project(project._id));
    return true;
  };
  return (
    <ProjectForm
      projectId={project._id}
      draft={draft}
      saveLabel="Save"
      suggestions={skillList(user.skills)}
      onSave={save}
      cancel={
        <Link to={to.project(project._id)} className="btn btn-ghost">
          Cancel
        </Link>
      }
    />
  );
}

function trimmed(fields: Fields): Fields {
  return { ...fields, projectName: fields.projectName.trim(), projectImage: fields.projectImage.trim() };
}

/** Coming back to the page is when a change made elsewhere is found. */
function useCheckOnReturn(check: () => Promise<unknown>): void {
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible') check().catch(() => undefined);
    };
    window.addEventListener('focus', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      window.removeEventListener('focus', ask);
      document.removeEventListener('visibilitychange', ask);
    };
  });
}

function FormBones() {
  return (
    <Skeleton>
      <div className="flex flex-col gap-6">
        <Bone className="h-10 w-full" />
        <Bone className="h-72 w-full" />
        <Bone className="h-10 w-full" />
      </div>
    </Skeleton>
  );
}
