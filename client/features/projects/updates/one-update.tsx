import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useDeleteUpdateMutation } from '#client/api/updates-api.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { fullName } from '#client/lib/text/person.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/dialog/questions.tsx';
import { RichText } from '#client/ui/markdown/rich-text.tsx';
import { Avatar, Cover } from '#client/ui/person/avatar.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import type { ProjectUpdate } from '#shared/api/project-updates.ts';
import { to } from '#shared/routes.ts';

interface Props {
  projectId: string;
  update: ProjectUpdate;
  mayDelete: boolean;
  onDeleted: () => void;
}

export function OneUpdate({
  projectId,
  update: { _id, author, text, picture, createdAt },
  mayDelete,
  onDeleted,
}: Props) {
  const user = useOwnUser();
  const [isAsking, setAsking] = useState(false);
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
        <DeleteUpdate ids={{ projectId, updateId: _id }} onClose={() => setAsking(false)} onDeleted={onDeleted} />
      )}
    </li>
  );
}

function DeleteUpdate({
  ids,
  onClose,
  onDeleted,
}: {
  ids: { projectId: string; updateId: string };
  onClose: () => void;
  onDeleted: () => void;
}) {
  const [remove] = useDeleteUpdateMutation();
  const confirm = async () => {
    await remove(ids).unwrap();
    announce('The update is deleted');
    onClose();
    onDeleted();
  };
  return (
    <ConfirmDialog title="Delete this update?" keep="Keep it" action="Delete" onClose={onClose} onConfirm={confirm}>
      <p>It goes from the project’s page and from everybody who follows it. This cannot be taken back.</p>
    </ConfirmDialog>
  );
}
