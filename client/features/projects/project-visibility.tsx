import { toast } from 'sonner';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useEditProjectMutation } from '#client/store/api/projects-api.ts';
import { Button } from '#client/ui/button.tsx';
import type { Project } from '#shared/api/projects.ts';
import { sharePath } from '#shared/share-path.ts';

/** For the creator: the way to the public page, or the question whether there is one. It is asked once. */
export function ProjectVisibility({ project }: { project: Project }) {
  const { _id, isPublic } = project;
  const canBePublic = useCapability('public.pages');
  if (!canBePublic || isPublic === false) return null;
  if (isPublic === undefined) return <Question projectId={_id} />;
  return (
    <p className="text-small text-muted print:hidden">
      Visible without an account.{' '}
      <a href={sharePath.project(_id)} target="_blank" rel="noopener" className="text-primary underline">
        See the public page
      </a>
    </p>
  );
}

function Question({ projectId }: { projectId: string }) {
  const [edit, { isLoading }] = useEditProjectMutation();
  const answer = async (isPublic: boolean) => {
    try {
      await edit({ projectId, changes: { isPublic } }).unwrap();
    } catch {
      toast.error('That was not saved. Please try again.');
    }
  };
  return (
    <section
      className="flex flex-wrap items-center justify-between gap-3 rounded-box bg-base-200 p-4 print:hidden"
      aria-label="Visibility"
    >
      <p className="min-w-0 text-small">
        Show this project to people without an account, too? They see its page and your first name.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button disabled={isLoading} onClick={() => void answer(false)}>
          Members only
        </Button>
        <Button look="primary" disabled={isLoading} onClick={() => void answer(true)}>
          Show it
        </Button>
      </div>
    </section>
  );
}
