import { type FormEvent, useState } from 'react';
import { announce } from '#client/dom/focus/announce.ts';
import { useSendPicture } from '#client/store/api/media-api.ts';
import { usePostUpdateMutation } from '#client/store/api/updates-api.ts';
import { errorMessage, isApiError } from '#client/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { TextAreaField } from '#client/ui/form/text-area-field.tsx';
import { Cover } from '#client/ui/person/cover.tsx';
import { coverAspect } from '#client/ui/person/cover-aspect.ts';
import { PictureField } from '#client/ui/picture/picture-field.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import { limits } from '#shared/limits.ts';

/** The form of a new update. What the server refuses stays in the form. */
export function NewUpdate({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const [post, { error, isLoading }] = usePostUpdateMutation();
  const send = useSendPicture();
  const [text, setText] = useState('');
  const [url, setUrl] = useState('');
  const [alt, setAlt] = useState('');
  const fields = isApiError(error) ? error.fields : undefined;
  const isTooLong = text.trim().length > limits.projectUpdate.max;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading || isTooLong || text.trim() === '') return;
    const picture = url === '' ? undefined : { url, ...(alt.trim() && { alt: alt.trim() }) };
    const made = await post({ projectId, text: text.trim(), ...(picture && { picture }) });
    if (made.error) return;
    announce('The update is posted');
    onClose();
  };
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
      <TextAreaField
        label="What is new"
        rows={4}
        dir="auto"
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
        hint={`Markdown works. ${text.trim().length}/${limits.projectUpdate.max}`}
        error={isTooLong ? `An update has at most ${limits.projectUpdate.max} characters.` : fields?.text}
      />
      {send && (
        <PictureField
          label="Picture (optional)"
          value={url}
          preview={<Cover id={projectId} src={url} className="aspect-cover w-40 rounded-field" />}
          aspect={coverAspect}
          error={fields?.picture}
          send={send}
          onChange={setUrl}
        />
      )}
      {url !== '' && (
        <TextField
          label="What the picture shows"
          dir="auto"
          maxLength={limits.imageAlt.max}
          value={alt}
          onChange={({ target }) => setAlt(target.value)}
          hint="For people who do not see it."
        />
      )}
      <ErrorLine>{error && fields === undefined ? errorMessage(error) : undefined}</ErrorLine>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" pending={isLoading} aria-disabled={text.trim() === '' || isTooLong}>
          Post
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
