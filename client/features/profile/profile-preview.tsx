import { fullName } from '#client/text/person.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Card } from '#client/ui/card.tsx';
import { SkillChips } from '#client/ui/skill-chips.tsx';
import type { OwnUser } from '#shared/api/users.ts';
import type { ProfileForm } from './profile-form.ts';

/** What others will see, while it is typed. */
export function ProfilePreview({ user, form }: { user: OwnUser; form: ProfileForm }) {
  const person = { ...user, firstName: form.firstName, lastName: form.lastName, photoUrl: form.photoUrl };
  return (
    <Card relation="mine" aria-label="Preview of your profile">
      <div className="flex flex-col gap-3 p-6">
        <Avatar key={form.photoUrl} person={person} size={96} />
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
        <p className="whitespace-pre-line text-muted" dir="auto">
          {form.about || 'A few lines about you appear here.'}
        </p>
      </div>
    </Card>
  );
}
