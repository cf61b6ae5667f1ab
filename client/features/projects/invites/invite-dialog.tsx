import UserPlus from 'lucide-react/icons/user-plus';
import { type FormEvent, useRef, useState } from 'react';
import { announce } from '#client/lib/dom/announce.tsx';
import { copyLink } from '#client/lib/dom/clipboard.ts';
import { errorMessage } from '#client/lib/text/api-error.ts';
import { fullName } from '#client/lib/text/person.ts';
import { longDate } from '#client/lib/text/time.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { ListDialog } from '#client/ui/dialog/questions.tsx';
import { SelectField } from '#client/ui/form/field.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import type { ProjectInvite } from '#shared/api/project-invites.ts';
import type { Project } from '#shared/api/projects.ts';
import { useCreateInviteMutation, useDeleteInviteMutation, useProjectInvitesQuery } from './invite-api.ts';

const dayChoices = [1, 7, 30] as const;
const useChoices = [1, 5, 20, 100] as const;

function NewLink({ projectId }: { projectId: string }) {
  const [days, setDays] = useState(7);
  const [uses, setUses] = useState(1);
  const [create, { data, error, isLoading }] = useCreateInviteMutation();
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const made = await create({ projectId, days, uses });
    if (made.data) announce('The link is made');
  };
  return (
    <form className="flex flex-col gap-3" onSubmit={(event) => void make(event)}>
      <p>Who opens the link and accepts is a member at once, and your connection. Give it only to people you trust.</p>
      <div className="grid grid-cols-2 gap-3">
        <SelectField label="Works for" value={days} onChange={({ target }) => setDays(Number(target.value))}>
          {dayChoices.map((each) => (
            <option key={each} value={each}>
              {each === 1 ? '1 day' : `${each} days`}
            </option>
          ))}
        </SelectField>
        <SelectField label="Takes in" value={uses} onChange={({ target }) => setUses(Number(target.value))}>
          {useChoices.map((each) => (
            <option key={each} value={each}>
              {each === 1 ? '1 person' : `${each} people`}
            </option>
          ))}
        </SelectField>
      </div>
      <ErrorLine>{error && errorMessage(error)}</ErrorLine>
      {data && <MadeLink key={data._id} url={data.url} />}
      <Button type="submit" look={data ? 'outline' : 'primary'} pending={isLoading}>
        {data ? 'Make another link' : 'Make a link'}
      </Button>
    </form>
  );
}

function MadeLink({ url }: { url: string }) {
  const link = new URL(url, location.href).href;
  // A toast would lie behind the dialog.
  const [isCopied, setCopied] = useState<boolean>();
  return (
    <div className="flex flex-col gap-1">
      <div className="flex gap-2">
        <input
          readOnly
          aria-label="Invitation link"
          className="input min-w-0 flex-1 font-mono text-small"
          value={link}
          onFocus={({ target }) => target.select()}
        />
        <Button look="primary" onClick={async () => setCopied(await copyLink(link))}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <p className="text-muted text-small">
        {isCopied === false
          ? 'This browser does not let us copy. Choose the link and copy it yourself.'
          : 'It is shown only now. Copy it before you close this.'}
      </p>
    </div>
  );
}

function OpenLinks({ projectId }: { projectId: string }) {
  const { data, error, isFetching, refetch } = useProjectInvitesQuery(projectId, { refetchOnMountOrArgChange: true });
  const heading = useRef<HTMLHeadingElement>(null);
  if (data?.length === 0) return null;
  return (
    <section aria-labelledby="open-links" className="flex flex-col gap-2">
      <h3 id="open-links" ref={heading} tabIndex={-1} className="text-h3">
        Links that work
      </h3>
      {data === undefined && error === undefined && <RowBones rows={1} />}
      {error !== undefined && <ErrorLine error={error} retrying={isFetching} onRetry={() => void refetch()} />}
      <ul className="flex flex-col gap-2">
        {data?.map((invite) => (
          <OpenLink
            key={invite._id}
            projectId={projectId}
            invite={invite}
            // The row goes with its button.
            onDeleted={() => heading.current?.focus()}
          />
        ))}
      </ul>
    </section>
  );
}

function OpenLink({
  projectId,
  invite: { _id: inviteId, by, uses, used, endsAt },
  onDeleted,
}: {
  projectId: string;
  invite: ProjectInvite;
  onDeleted: () => void;
}) {
  const user = useOwnUser();
  const [remove, { error, isLoading }] = useDeleteInviteMutation();
  const isOwn = by._id === user._id;
  const press = async () => {
    const removed = await remove({ projectId, inviteId });
    if (removed.error) return;
    announce('The link does not work any more');
    onDeleted();
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 text-small">
      <span className="min-w-0 wrap-anywhere">
        <bdi>{isOwn ? 'You' : fullName(by)}</bdi> · {used} of {uses} used · until {longDate(endsAt)}
      </span>
      <Button
        look="quiet"
        className="btn-sm text-error pointer-coarse:min-h-11"
        aria-label={`Take back ${isOwn ? 'your link' : `the link by ${fullName(by)}`}, until ${longDate(endsAt)}`}
        pending={isLoading}
        onClick={() => void press()}
      >
        Take back
      </Button>
      <ErrorLine className="w-full">{error && errorMessage(error)}</ErrorLine>
    </li>
  );
}

/** Makes links that invite people into a project, and lists those that work: for its creator and members. */
export function InvitePeople({ project }: { project: Project }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className="self-start print:hidden" onClick={() => setOpen(true)}>
        <UserPlus size={16} strokeWidth={1.75} aria-hidden="true" />
        Invite people
      </Button>
      {isOpen && (
        <ListDialog title={`Invite people to ${project.projectName}`} onClose={() => setOpen(false)}>
          <div className="flex flex-col gap-6">
            <NewLink projectId={project._id} />
            <OpenLinks projectId={project._id} />
          </div>
        </ListDialog>
      )}
    </>
  );
}
