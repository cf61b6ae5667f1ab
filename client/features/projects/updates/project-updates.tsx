import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import { type FormEvent, useRef, useState } from 'react';
import { toast } from 'sonner';
import { useSendPicture } from '#client/api/fields-api.ts';
import {
  useFollowProjectMutation,
  usePostUpdateMutation,
  useProjectUpdatesInfiniteQuery,
} from '#client/api/updates-api.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { errorMessage, isApiError } from '#client/lib/text/api-error.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { TextAreaField, TextField } from '#client/ui/form/field.tsx';
import { Cover, coverAspect } from '#client/ui/person/avatar.tsx';
import { PictureField } from '#client/ui/picture/picture-field.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import type { Project } from '#shared/api/projects.ts';
import { limits } from '#shared/limits.ts';
import { OneUpdate } from './one-update.tsx';

/**
 * What the creator and the members tell of the project, newest first. Only for upstreams with the capability
 * `projects.updates`; without any update it is there for those who can post one.
 */
export function ProjectUpdates({ project }: { project: Project }) {
  const user = useOwnUser();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isWriting, setWriting] = useState(false);
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, isFetchNextPageError, refetch } =
    useProjectUpdatesInfiniteQuery(project._id, { refetchOnMountOrArgChange: true });
  const items = data?.pages.flatMap((page) => page.items);
  const isOwner = project.creator._id === user._id;
  const canPost = isOwner || project.viewer?.relation === 'accepted';
  if (!canPost && error === undefined && !items?.length) return null;

  const close = () => {
    setWriting(false);
    heading.current?.focus();
  };
  const retry = () => {
    heading.current?.focus();
    void (items === undefined ? refetch() : fetchNextPage());
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
      {error !== undefined && (items === undefined || isFetchNextPageError) && (
        <ErrorLine error={error} retrying={isFetching} onRetry={retry} />
      )}
      {hasNextPage && !isFetchNextPageError && (
        <Button
          look="quiet"
          className="btn-sm self-start pointer-coarse:min-h-11"
          pending={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </section>
  );
}

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
