import { toast } from 'sonner';
import { useEditProfileMutation } from '#client/store/api/people-api.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { SwitchField } from '#client/ui/form/switch-field.tsx';
import { sharePath } from '#shared/share-path.ts';
import { SettingsCard } from './settings-card.tsx';

/** Whether the own profile is visible without an account; for upstreams with `public.pages`. */
export function PublicProfile() {
  const { _id, isPublic = false } = useOwnUser();
  const [edit, { isLoading }] = useEditProfileMutation();
  const change = async (wanted: boolean) => {
    try {
      await edit({ isPublic: wanted }).unwrap();
      toast.success(wanted ? 'Your profile is visible without an account' : 'Your profile is for members only');
    } catch {
      toast.error('That was not saved. Please try again.');
    }
  };
  return (
    <SettingsCard title="Public page">
      <SwitchField
        label="My profile is visible without an account"
        hint="Name, picture, headline, about, skills and your public projects. Place, links and connections are not shown. Search engines may list the page."
        checked={isPublic}
        disabled={isLoading}
        onChange={(wanted) => void change(wanted)}
      />
      {isPublic && (
        <p className="text-small">
          <a href={sharePath.profile(_id)} target="_blank" rel="noopener" className="text-primary underline">
            See the public page
          </a>
        </p>
      )}
    </SettingsCard>
  );
}
