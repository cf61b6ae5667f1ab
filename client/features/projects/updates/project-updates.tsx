import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { useSendPicture } from '#client/api/fields-api.ts';
import {
  useDeleteUpdateMutation,
  usePostUpdateMutation,
  useProjectUpdatesInfiniteQuery,
} from '#client/api/updates-api.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { errorMessage, isApiError } from '#client/lib/text/api-error.ts';
import { fullName } from '#client/lib/text/person.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/dialog/questions.tsx';
import { TextAreaField, TextField } from '#client/ui/form/field.tsx';
import { RichText } from '#client/ui/markdown/rich-text.tsx';
import { Avatar, Cover, coverAspect } from '#client/ui/person/avatar.tsx';
import { PictureField } from '#client/ui/picture/picture-field.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { ErrorLine, OlderItems } from '#client/ui/state/errors.tsx';
import type { ProjectUpdate } from '#shared/api/project-updates.ts';
import type { Project } from '#shared/api/projects.ts';
import { lengthOf, limits } from '#shared/limits.ts';
import { to } from '#shared/routes.ts';

/**
 * What the creator and the members tell of the project, newest first. Only for upstreams with the capability
 * `projects.updates`; without any update it is there for those who can post one.
 */
export function ProjectUpdates({ project }: { project: Project }) {
  const user = useOwnUser();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isWriting, setWriting] = useState(false);
  const list = useProjectUpdatesInfiniteQuery(project._id, { refetchOnMountOrArgChange: true });
  const items = list.data?.pages.flatMap((page) => page.items);
  const isOwner = project.creator._id === user._id;
  const canPost = isOwner || project.viewer?.relation === 'accepted';
  if (!canPost && list.error === undefined && !items?.length) return null;

  const close = () => {
    setWriting(false);
    heading.current?.focus();
  };
  return (
    <section aria-labelledby="updates-heading" className="card gap-4 p-5 sm:p-8 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="updates-heading" ref={heading} tabIndex={-1} className="text-h2">
          Updates
        </h2>
        {canPost && !isWriting && <Button onClick={() => setWriting(true)}>Post an update</Button>}
      </div>
      {isWriting && <NewUpdate projectId={project._id} onClose={close} />}
      {items?.length === 0 && !isWriting && (
        <p className="text-muted">Nothing yet. Tell who follows this project what is new.</p>
      )}
      {items !== undefined && items.length > 0 && (
        <ul className="flex flex-col gap-6">
          {items.map((update) => (
            <OneUpdate
              key={update._id}
              projectId={project._id}
              update={update}
              mayDelete={isOwner || update.author._id === user._id}
              onDeleted={() => heading.current?.focus()}
            />
          ))}
        </ul>
      )}
      <OlderItems list={list} heading={heading} />
    </section>
  );
}

/** The form of a new update. What the server refuses stays in the form. */
function NewUpdate({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const [post, { error, isLoading }] = usePostUpdateMutation();
  const send = useSendPicture();
  const [text, setText] = useState('');
  const [url, setUrl] = useState('');
  const [alt, setAlt] = useState('');
  const fields = isApiError(error) ? error.fields : undefined;
  const length = lengthOf(text.trim());
  const isTooLong = length > limits.projectUpdate.max;
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
        hint={`Markdown works. ${length}/${limits.projectUpdate.max}`}
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

interface OneUpdateProps {
  projectId: string;
  update: ProjectUpdate;
  mayDelete: boolean;
  onDeleted: () => void;
}

function OneUpdate({
  projectId,
  update: { _id, author, text, picture, createdAt },
  mayDelete,
  onDeleted,
}: OneUpdateProps) {
  const user = useOwnUser();
  const [isAsking, setAsking] = useState(false);
  const [remove] = useDeleteUpdateMutation();
  const isOwn = author._id === user._id;
  return (
    <li className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-2 text-small">
        <Link
          to={isOwn ? to.profile() : to.otherProfile(author._id)}
          className="flex min-w-0 items-center gap-2 rounded-field hover:underline"
        >
          <Avatar person={author} size={32} />
          <span className="truncate font-semibold" dir="auto">
            {isOwn ? 'You' : fullName(author)}
          </span>
        </Link>
        <span className="flex shrink-0 items-center gap-1 text-muted">
          <RelativeTime iso={createdAt} />
          {mayDelete && (
            <Button
              look="quiet"
              className="btn-sm pointer-coarse:min-h-11"
              aria-label={`Delete the update by ${isOwn ? 'you' : fullName(author)}`}
              onClick={() => setAsking(true)}
            >
              Delete
            </Button>
          )}
        </span>
      </div>
      <RichText source={text} />
      {picture && (
        <Cover
          id={_id}
          shape="band"
          src={picture.url}
          alt={picture.alt || undefined}
          className="aspect-cover w-full rounded-field"
        />
      )}
      {isAsking && (
        <ConfirmDialog
          title="Delete this update?"
          keep="Keep it"
          action="Delete"
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await remove({ projectId, updateId: _id }).unwrap();
            announce('The update is deleted');
            flushSync(() => setAsking(false));
            onDeleted();
          }}
        >
          <p>It goes from the project’s page and from everybody who follows it. This cannot be taken back.</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
