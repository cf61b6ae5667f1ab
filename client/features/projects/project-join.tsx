import { Handshake, MessageSquare, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { toast } from 'sonner';
import { announce } from '#client/lib/announce.ts';
import { errorMessage } from '#client/lib/api-error.ts';
import { useShowInterestMutation, useWithdrawInterestMutation } from '#client/store/projects-api.ts';
import { Button } from '#client/ui/button.tsx';
import { TextAreaField } from '#client/ui/text-area-field.tsx';
import type { Project } from '#shared/api/projects.ts';
import { limits } from '#shared/limits.ts';
import { to } from '#shared/routes.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** A visitor's way into a project, by what they are to it now. With the capability `projects.interest`. */
export function ProjectJoin({ project }: { project: Project }) {
  const { _id: projectId, creator } = project;
  const relation = project.viewer?.relation ?? 'none';
  const [note, setNote] = useState('');
  const [showInterest, asking] = useShowInterestMutation();
  const [withdraw, withdrawing] = useWithdrawInterestMutation();

  const ask = async () => {
    try {
      await showInterest({ projectId, note: note.trim() }).unwrap();
      setNote('');
      announce(`${creator.firstName} will see that you are interested`);
    } catch (error) {
      toast.error(errorMessage(error));
    }
  };
  const takeBack = async () => {
    try {
      await withdraw(projectId).unwrap();
      announce(relation === 'accepted' ? 'You left the project' : 'Interest withdrawn');
    } catch (error) {
      toast.error(errorMessage(error));
    }
  };
  const noteTooLong = note.trim().length > limits.interestNote.max;

  return (
    <section aria-labelledby="join-heading" className="card gap-3 p-4" data-relation={relation}>
      <h2 id="join-heading" className="text-h3">
        {headings[relation]}
      </h2>
      {relation === 'none' && (
        <>
          <TextAreaField
            label="Note (optional)"
            rows={3}
            dir="auto"
            value={note}
            onChange={(event) => setNote(event.target.value)}
            hint={`${note.length}/${limits.interestNote.max}`}
            error={noteTooLong ? `A note has at most ${limits.interestNote.max} characters.` : undefined}
          />
          <Button
            look="primary"
            pending={asking.isLoading}
            aria-disabled={noteTooLong}
            onClick={() => !noteTooLong && ask()}
          >
            <Handshake {...icon} />
            I'm interested
          </Button>
        </>
      )}
      {relation === 'interested' && (
        <>
          <p className="text-small text-muted">{creator.firstName} sees that you asked, and decides.</p>
          <Button pending={withdrawing.isLoading} onClick={takeBack}>
            <Undo2 {...icon} />
            Withdraw
          </Button>
        </>
      )}
      {relation === 'accepted' && (
        <>
          <p className="text-small text-muted">You and {creator.firstName} can chat now.</p>
          <Link to={to.chat(creator._id)} className="btn btn-primary">
            <MessageSquare {...icon} />
            Message {creator.firstName}
          </Link>
          <Button look="quiet" pending={withdrawing.isLoading} onClick={takeBack}>
            Leave the project
          </Button>
        </>
      )}
      {relation === 'rejected' && (
        <p className="text-small text-muted">{creator.firstName} is not looking for more people on this one.</p>
      )}
    </section>
  );
}

const headings = {
  owner: '',
  none: 'Join this project',
  interested: 'You are interested',
  accepted: 'You are a member',
  rejected: 'Not this time',
} as const;
