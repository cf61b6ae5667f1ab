import { useState } from 'react';
import { useSendPicture } from '#client/store/api/media-api.ts';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { PictureField } from '#client/ui/picture/picture-field.tsx';
import { StepForm, type StepProps } from './step-form.tsx';

/** A photo, cut to a square; without one, the drawn picture stays. */
export function PhotoStep({ user, onGoOn, ...state }: StepProps) {
  const send = useSendPicture();
  const [photoUrl, setPhotoUrl] = useState(user.photoUrl ?? '');
  return (
    <StepForm
      {...state}
      onSkip={() => onGoOn({})}
      onSave={() => onGoOn(photoUrl === (user.photoUrl ?? '') ? {} : { photoUrl })}
    >
      {send && (
        <PictureField
          label="Photo"
          value={photoUrl}
          preview={<Avatar key={photoUrl} person={{ ...user, photoUrl }} size={96} className="shrink-0" />}
          aspect={1}
          round
          send={send}
          onChange={setPhotoUrl}
        />
      )}
    </StepForm>
  );
}
