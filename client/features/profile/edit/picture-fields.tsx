import { useSendPicture } from '#client/store/api/media-api.ts';
import { TextField } from '#client/ui/form/field.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { Cover } from '#client/ui/person/cover.tsx';
import { LinkInstead } from '#client/ui/picture/link-instead.tsx';
import { PictureField } from '#client/ui/picture/picture-field.tsx';
import type { OwnUser } from '#shared/api/users.ts';
import { pictureIdOf } from '#shared/pictures.ts';
import { PhotoHint } from '../photo-hint.tsx';
import { bindField } from './bind-field.ts';
import type { ProfileDraft } from './use-profile-draft.ts';

interface Props {
  user: OwnUser;
  draft: ProfileDraft;
  /** The photo link, debounced. */
  photoUrl: string;
}

/** The photo and the cover: uploads where the upstream takes them, else a link to a photo. */
export function PictureFields({ user, draft, photoUrl }: Props) {
  const send = useSendPicture();
  const avatar = (size: 64 | 96) => (
    <Avatar key={photoUrl} person={{ ...user, ...draft.form, photoUrl }} size={size} className="shrink-0" />
  );
  const link = (
    <TextField {...bindField(draft, 'photoUrl')} type="url" inputMode="url" hint={<PhotoHint url={photoUrl} />} />
  );
  if (send === undefined)
    return (
      <div className="flex items-start gap-3">
        {avatar(64)}
        <div className="min-w-0 flex-1">{link}</div>
      </div>
    );
  const { photoUrl: photo, coverUrl: cover } = draft.form;
  return (
    <>
      <PictureField
        label="Photo"
        value={photo}
        preview={avatar(96)}
        aspect={1}
        round
        error={pictureIdOf(photo) === undefined ? undefined : draft.refusal.errors.photoUrl}
        send={send}
        onChange={(url) => draft.set('photoUrl', url)}
      >
        {pictureIdOf(photo) === undefined && (
          <LinkInstead open={photo !== '' || draft.refusal.errors.photoUrl !== undefined}>{link}</LinkInstead>
        )}
      </PictureField>
      <PictureField
        label="Cover"
        value={cover}
        preview={<Cover id={user._id} src={cover} shape="band" className="h-16 w-48 rounded-field" />}
        aspect={4}
        error={draft.refusal.errors.coverUrl}
        send={send}
        onChange={(url) => draft.set('coverUrl', url)}
      />
    </>
  );
}
