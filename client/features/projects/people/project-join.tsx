import Handshake from 'lucide-react/icons/handshake';
import MessageSquare from 'lucide-react/icons/message-square';
import Undo2 from 'lucide-react/icons/undo-2';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from 'sonner';
import { announce } from '#client/lib/dom/announce.tsx';
import { screenHeading } from '#client/lib/dom/focus.ts';
import { openRoles } from '#client/lib/text/project-words.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/dialog/questions.tsx';
import { SelectField, TextAreaField } from '#client/ui/form/field.tsx';
import { Section } from '#client/ui/section.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import type { Project } from '#shared/api/projects.ts';
import { lengthOf, limits } from '#shared/limits.ts';
import { to } from '#shared/routes.ts';
import { useProjectRelation } from './interest-api.ts';
import { useAcceptProjectMutation, useEndOfferMutation } from './member-api.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Lets the user ask to join, withdraw or leave. With the capability `projects.interest`. */
export function ProjectJoin({ project }: { project: Project }) {
  const { creator } = project;
  const { relation, isWaiting, failure, ask, leave } = useProjectRelation(project);
  const wanted = openRoles(project);
  const [note, setNote] = useState('');
  const [role, setRole] = useState('');
  const [leaving, setLeaving] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  const join = async () => {
    heading.current?.focus();
    if (!(await ask({ note: note.trim(), role: wanted.includes(role) ? role : '' }))) return;
    setNote('');
    setRole('');
    announce(`${creator.firstName} will see that you asked`);
  };
  const takeBack = async () => {
    flushSync(() => setLeaving(false));
    // For a member who leaves, the tabs go, and React mounts this section again: its heading would lose the focus.
    (relation === 'accepted' ? screenHeading() : heading.current)?.focus();
    if (await leave()) announce(relation === 'accepted' ? 'You left the project' : 'Request withdrawn');
  };
  const noteLength = lengthOf(note.trim());
  const noteTooLong = noteLength > limits.interestNote.max;

  return (
    <Section title={headings[relation]} heading={heading} className="card gap-3 p-4">
      <ErrorLine>{failure}</ErrorLine>
      {project.viewer?.answer && (
        <figure className="text-small">
          <figcaption className="text-muted">{creator.firstName} answers:</figcaption>
          <blockquote className="border-base-300 border-s-3 ps-3" dir="auto">
            {project.viewer.answer}
          </blockquote>
        </figure>
      )}
      {relation === 'none' && creator.mayAsk === false && (
        <p className="text-small text-muted">{creator.firstName} limits who can ask.</p>
      )}
      {relation === 'none' && creator.mayAsk !== false && (
        <>
          {wanted.length > 0 && (
            <SelectField label="Role" value={role} onChange={(event) => setRole(event.target.value)}>
              <option value="">No particular role</option>
              {wanted.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </SelectField>
          )}
          <TextAreaField
            label="Note (optional)"
            rows={3}
            dir="auto"
            value={note}
            onChange={(event) => setNote(event.target.value)}
            hint={`${noteLength}/${limits.interestNote.max}`}
            error={noteTooLong ? `A note has at most ${limits.interestNote.max} characters.` : undefined}
          />
          <Button look="primary" aria-disabled={noteTooLong} onClick={() => !noteTooLong && void join()}>
            <Handshake {...icon} />
            Ask to join
          </Button>
        </>
      )}
      {relation === 'interested' && (
        <>
          <p className="text-small text-muted">
            {isWaiting
              ? 'This goes out by itself when you are back.'
              : `${creator.firstName} sees that you asked${project.viewer?.role ? ` for ${project.viewer.role}` : ''}, and decides.`}
          </p>
          <Button onClick={() => void takeBack()}>
            <Undo2 {...icon} />
            Withdraw
          </Button>
        </>
      )}
      {relation === 'accepted' && (
        <>
          {project.viewer?.canChat === false ? (
            <>
              <p className="text-small text-muted">You and {creator.firstName} can chat once you are connected.</p>
              <ButtonLink to={to.otherProfile(creator._id)}>
                <span className="truncate">See {creator.firstName}’s profile</span>
              </ButtonLink>
            </>
          ) : (
            <>
              <p className="text-small text-muted">You and {creator.firstName} can chat.</p>
              <ButtonLink to={to.chat(creator._id)} look="primary">
                <MessageSquare {...icon} />
                <span className="truncate">Message {creator.firstName}</span>
              </ButtonLink>
            </>
          )}
          <Button look="quiet" onClick={() => setLeaving(true)}>
            Leave the project
          </Button>
        </>
      )}
      {relation === 'rejected' && (
        <p className="text-small text-muted">{creator.firstName} is not looking for more people on this one.</p>
      )}
      {leaving && (
        <ConfirmDialog
          title={`Leave ${project.projectName}?`}
          keep="Stay"
          action="Leave"
          onClose={() => setLeaving(false)}
          onConfirm={takeBack}
        >
          <p>To come back you would have to ask again. You and {creator.firstName} stay connected.</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

const headings = {
  owner: '',
  none: 'Join this project',
  interested: 'You asked to join',
  accepted: 'You are a member',
  rejected: 'Not this time',
} as const;

/** The creator offers the project to the user, a member, who accepts or declines. */
export function ProjectOffer({ project: { _id, creator, projectName } }: { project: Project }) {
  const [accept, accepting] = useAcceptProjectMutation();
  const [decline, declining] = useEndOfferMutation();
  const isPending = accepting.isLoading || declining.isLoading;

  const answer = async (isAccepted: boolean) => {
    if (isPending) return;
    const { error } = await (isAccepted ? accept(_id) : decline(_id));
    if (error !== undefined) return;
    // The buttons go with the offer.
    screenHeading()?.focus();
    if (isAccepted) toast.success(`${projectName} is yours now`);
    else announce('The offer is declined');
  };
  return (
    <Section title={`${creator.firstName} offers you this project`} className="card gap-3 border-primary p-4">
      <p className="text-small text-muted">
        You would decide who joins, and could edit and delete it. {creator.firstName} stays as a member.
      </p>
      <ErrorLine error={accepting.error ?? declining.error} />
      <div className="flex flex-wrap gap-2">
        <Button look="primary" pending={accepting.isLoading} onClick={() => void answer(true)}>
          Accept the project
        </Button>
        <Button look="quiet" pending={declining.isLoading} onClick={() => void answer(false)}>
          Decline
        </Button>
      </div>
    </Section>
  );
}
