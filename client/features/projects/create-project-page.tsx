import { useId } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { toast } from 'sonner';
import { writeDraft } from '#client/device/drafts.ts';
import { useCreateProjectMutation, useEditProjectMutation } from '#client/store/api/projects-api.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { skillList } from '#client/text/person.ts';
import { Screen } from '#client/ui/screen.tsx';
import type { Project } from '#shared/api/projects.ts';
import { to } from '#shared/routes.ts';
import { type Fields, fieldsOf, noFields } from './project-fields.ts';
import { ProjectForm } from './project-form.tsx';
import { useProjectFields } from './use-project-fields.ts';

/** A new project: afterwards the own profile shows its card, highlighted. */
export function CreateProjectPage() {
  const user = useOwnUser();
  const navigate = useNavigate();
  const draft = useProjectFields(user._id, 'project:new', noFields);
  const [create] = useCreateProjectMutation();
  const settleImage = useSettledImage(user._id);

  const save = async (fields: Fields) => {
    const { projectName, projectImage, skills, description } = fields;
    const project = await create({
      projectName: projectName.trim(),
      // Always a string: another upstream refuses a project without it, and then drops it.
      projectImage: projectImage.trim(),
      skills: [...skills],
      description,
    }).unwrap();
    const imageIsSet = await settleImage(project, fields);
    draft.saved();
    if (imageIsSet) toast.success('Project created');
    await navigate(to.profile(), { state: { highlightProject: project._id } });
    return true;
  };
  return (
    <Screen title="Create a project" narrow>
      <ProjectForm
        draft={draft}
        saveLabel="Create"
        suggestions={skillList(user.skills)}
        onSave={save}
        cancel={
          <Link to={to.projects()} className="btn btn-ghost">
            Cancel
          </Link>
        }
      />
    </Screen>
  );
}

/**
 * Sets the image by a second call where the first one dropped it. A failure is a warning with Retry, not a lost
 * project; the link also waits as a draft of the project's own form.
 */
function useSettledImage(userId: string) {
  const [edit] = useEditProjectMutation();
  const toastId = useId();
  return async function settle(project: Project, wanted: Fields): Promise<boolean> {
    const projectImage = wanted.projectImage.trim();
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
            if (await settle(project, wanted)) toast.success('Image set');
          },
        },
      });
      return false;
    }
  };
}
