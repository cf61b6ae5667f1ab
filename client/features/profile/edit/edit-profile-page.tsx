import { useState } from 'react';
import { useOwnProfile } from '#client/api/people-api.ts';
import { useDebounced } from '#client/lib/dom/use-later.ts';
import { useIsWide } from '#client/lib/dom/window-state.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { UnsavedGuard } from '#client/ui/dialog/questions.tsx';
import { Screen } from '#client/ui/screen.tsx';
import { ErrorState } from '#client/ui/state/errors.tsx';
import { StackedBones } from '#client/ui/state/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import type { OwnUser } from '#shared/api/users.ts';
import { completeLink } from '#shared/complete-link.ts';
import { to } from '#shared/routes.ts';
import { ProfileEditForm, ProfilePreview } from './profile-edit-form.tsx';
import { useProfileDraft } from './use-profile-draft.ts';

export function EditProfilePage() {
  const { user, isComplete, error, refetch } = useOwnProfile();
  if (isComplete) return <EditProfile user={user} />;
  return (
    <Screen title="Edit profile" narrow>
      {error === undefined ? (
        <StackedBones bones={['h-10', 'h-10', 'h-32']} />
      ) : (
        <ErrorState error={error} onRetry={refetch} />
      )}
    </Screen>
  );
}

function EditProfile({ user }: { user: OwnUser }) {
  const [view, setView] = useState<'form' | 'preview'>('form');
  const draft = useProfileDraft(user, () => setView('form'));
  const isWide = useIsWide();
  const photoUrl = completeLink(useDebounced(draft.values.photoUrl));

  const preview = <ProfilePreview user={user} form={{ ...draft.values, photoUrl }} />;
  const form = <ProfileEditForm user={user} draft={draft} photoUrl={photoUrl} hidden={!isWide && view === 'preview'} />;
  return (
    <Screen
      title="Edit profile"
      actions={
        <ButtonLink to={to.profile()} look="quiet">
          Back to profile
        </ButtonLink>
      }
    >
      <UnsavedGuard dirty={draft.dirty && !draft.isSubmitting}>
        Your profile has changes that are not saved.
      </UnsavedGuard>
      {isWide ? (
        <div className="grid grid-cols-[minmax(0,35rem)_minmax(0,1fr)] items-start gap-8">
          {form}
          <aside aria-label="Preview" className="sticky top-6">
            {preview}
          </aside>
        </div>
      ) : (
        <Tabs label="Form or preview" tabs={tabs} current={view} onSelect={setView}>
          {/* The form is hidden beside the preview, not unmounted: a skill typed but not yet added stays. */}
          {form}
          {view === 'preview' && preview}
        </Tabs>
      )}
    </Screen>
  );
}

const tabs = [
  { id: 'form', label: 'Form' },
  { id: 'preview', label: 'Preview' },
] as const;
