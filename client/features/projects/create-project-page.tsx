import { useId } from 'react';
import { useNavigate } from 'react-router-dom';
import { toast } from 'sonner';
import { useCapability } from '#client/api/capabilities.ts';
import { useCreateProjectMutation, useEditProjectMutation } from '#client/api/projects-api.ts';
import { writeDraft } from '#client/lib/device/drafts.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Screen } from '#client/ui/screen.tsx';
import type { Project } from '#shared/api/projects.ts';
import { completeLink } from '#shared/complete-link.ts';
import { to } from '#shared/routes.ts';
import { changesBetween, type Fields, fieldsOf, noFields } from './form/project-fields.ts';
import { ProjectForm } from './form/project-form.tsx';
import { useProjectForm } from './form/use-project-form.ts';

/** After creating, leads to the user's profile, where the new card is highlighted. */
export function CreateProjectPage() {
  const user = useOwnUser();
  const navigate = useNavigate();
  const [create] = useCreateProjectMutation();
  const canBePublic = useCapability('public.pages');
  const setImage = useImageSetter(user._id);
  const draft = useProjectForm(user._id, 'project:new', noFields, async (fields) => {
    const project = await create({
      ...changesBetween(noFields, fields),
      projectName: fields.projectName.trim(),
      // Never undefined: another upstream refuses a project without this key, although it does not store the value.
      projectImage: completeLink(fields.projectImage),
      skills: [...fields.skills],
      description: fields.description,
      // The form has asked.
      ...(canBePublic && { isPublic: fields.isPublic }),
    }).unwrap();
    const imageIsSet = await setImage(project, fields);
    draft.saved();
    if (imageIsSet) toast.success('Project created');
    await navigate(to.profile(), { state: { highlightProject: project._id } });
  });
  return (
    <Screen title="Create a project" narrow>
      <ProjectForm
        draft={draft}
        saveLabel="Create"
        cancel={
          <ButtonLink to={to.projects()} look="quiet">
            Cancel
          </ButtonLink>
        }
      />
    </Screen>
  );
}

/**
 * Sets the image by a second call, for an upstream that does not store it on creation. After a failure a toast offers
 * Retry, and the link is kept as a draft for the form that edits this project.
 */
function useImageSetter(userId: string) {
  const [edit] = useEditProjectMutation();
  const toastId = useId();
  return async function setImage(project: Project, wanted: Fields): Promise<boolean> {
    const projectImage = completeLink(wanted.projectImage);
    if (projectImage === '' || project.projectImage === projectImage) return true;
    try {
      await edit({ projectId: project._id, changes: { projectImage } }).unwrap();
      toast.dismiss(toastId);
      return true;
    } catch {
      const base = fieldsOf(project);
      writeDraft(userId, `project:${project._id}`, { ...base, projectImage }, base);
      toast.warning('The project is created, but its image could not be set.', {
        id: toastId,
        duration: 8000,
        action: {
          label: 'Retry',
          onClick: async () => {
            if (await setImage(project, wanted)) toast.success('Image set');
          },
        },
      });
      return false;
    }
  };
}
