import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import { toast } from 'sonner';
import { announce } from '#client/dom/focus/announce.ts';
import { useFollowProjectMutation } from '#client/store/api/updates-api.ts';
import { errorMessage } from '#client/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import type { Project } from '#shared/api/projects.ts';

/** Follows a project without asking to join it. Only where the upstream says whether the user follows it. */
export function FollowButton({ project: { _id: projectId, viewer } }: { project: Project }) {
  const [follow, { isLoading }] = useFollowProjectMutation();
  const isFollowing = viewer?.follows;
  if (isFollowing === undefined) return null;
  const press = async () => {
    const { error } = await follow({ projectId, follows: !isFollowing });
    if (error !== undefined) return toast.error(errorMessage(error));
    announce(isFollowing ? 'You do not follow this project any more' : 'Its updates stand beside your feed now');
  };
  const Icon = isFollowing ? BellOff : Bell;
  return (
    <Button pending={isLoading} onClick={() => void press()}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="max-sm:hidden" />
      <span>{isFollowing ? 'Unfollow' : 'Follow'}</span>
    </Button>
  );
}
