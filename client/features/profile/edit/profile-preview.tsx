import { fullName } from '#client/text/person.ts';
import { Card } from '#client/ui/card.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { Cover } from '#client/ui/person/cover.tsx';
import { SkillChips } from '#client/ui/person/skill-chips.tsx';
import { WishLine } from '#client/ui/person/wish-line.tsx';
import type { OwnUser } from '#shared/api/users.ts';
import type { ProfileForm } from './profile-form.ts';

/** The profile as others will see it, updated while the user types. */
export function ProfilePreview({ user, form }: { user: OwnUser; form: ProfileForm }) {
  const person = { ...user, firstName: form.firstName, lastName: form.lastName, photoUrl: form.photoUrl };
  return (
    <Card aria-label="Preview of your profile">
      <Cover id={user._id} src={form.coverUrl} shape="band" className="h-24" />
      <div className="flex flex-col gap-3 px-6 pb-6">
        <Avatar key={form.photoUrl} person={person} size={96} className="-mt-14 border-4 border-base-100" />
        <p className="text-h2" dir="auto">
          {fullName(person)}
        </p>
        {form.headline !== '' && (
          <p>
            <bdi>{form.headline}</bdi>
          </p>
        )}
        {form.location !== '' && <p className="text-small text-muted">{form.location}</p>}
        <SkillChips skills={form.skills} max={8} />
        <WishLine person={{ ...person, lookingFor: form.lookingFor }} />
        <p className="whitespace-pre-line text-muted" dir="auto">
          {form.about || 'A few lines about you appear here.'}
        </p>
      </div>
    </Card>
  );
}
