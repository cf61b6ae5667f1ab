import { useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from 'sonner';
import { useThread } from '#client/api/chat/chat-api.ts';
import { useReportMutation } from '#client/api/safety/safety-api.ts';
import { messageExcerpt } from '#client/lib/text/message-format.ts';
import { fullName } from '#client/lib/text/person.ts';
import { reportReasonWords } from '#client/lib/text/report-words.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import { useApiForm } from '#client/ui/form/api-form.ts';
import { SelectField, TextAreaField } from '#client/ui/form/field.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import type { ReportKind, ReportReason } from '#shared/api/safety.ts';
import type { User } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';

export interface ReportDialogProps {
  /** Whose it is. */
  person: User;
  subject: { kind: ReportKind; id: string };
  /** Offers this photo of the person as well. */
  photoId?: string | undefined;
  /** Offers the person's last messages as well. */
  inChat?: boolean;
  onClose: () => void;
  /** Moves the focus away from what leaves the screen with a blocked person. */
  onBlocked?: (() => void) | undefined;
}

const reasons = Object.keys(reportReasonWords) as ReportReason[];

interface Fields {
  reason: ReportReason;
  details: string;
  alsoBlock: boolean;
}

/** Asks for a reason and sends the report; blocks the person as well where that is ticked. One dialog for both. */
export function ReportDialog(props: ReportDialogProps) {
  const { person, subject: first, photoId, inChat = false, onClose, onBlocked } = props;
  const [send] = useReportMutation();
  const [subject, setSubject] = useState(first);
  const { register, field, failure, formState, isSubmitting, submit } = useApiForm<Fields>({
    defaultValues: { details: '', alsoBlock: false },
    send: async ({ reason, details, alsoBlock }) => {
      const report = { ...subject, reason, ...(details.trim() && { details }), ...(alsoBlock && { alsoBlock }) };
      await send({ report, blocks: alsoBlock ? person._id : undefined }).unwrap();
      // Closed first: a modal dialog lets nothing outside take the focus.
      flushSync(onClose);
      if (alsoBlock) onBlocked?.();
      toast(alsoBlock ? `Reported, and ${fullName(person)} is blocked` : 'Reported. You will be told what came of it.');
    },
  });
  return (
    <Dialog
      title={`Report ${first.kind === 'person' ? '' : `a ${first.kind} of `}${fullName(person)}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" pending={isSubmitting} onClick={submit}>
            Report
          </Button>
        </>
      }
    >
      <p className="mb-3 text-muted text-small">
        The people who run this site read it, with a copy of what you report. {person.firstName} is not told.
      </p>
      {inChat && <PersonOrMessage person={person} onChange={setSubject} />}
      {photoId !== undefined && (
        <What
          person={person}
          others={[{ kind: 'picture', id: photoId, label: `The photo of ${person.firstName}` }]}
          onChange={setSubject}
        />
      )}
      <fieldset className="mb-3">
        <legend className="mb-1 font-semibold text-small">Why?</legend>
        {reasons.map((one) => (
          <label key={one} className="flex min-h-9 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="radio"
              className="radio"
              value={one}
              {...register('reason', { required: 'Choose a reason.' })}
            />
            {reportReasonWords[one]}
          </label>
        ))}
      </fieldset>
      <TextAreaField
        label="Anything that helps to understand it (optional)"
        rows={3}
        maxLength={limits.reportDetails.max}
        {...field('details')}
      />
      <label className="mt-3 flex min-h-11 cursor-pointer items-center gap-2">
        <input type="checkbox" className="checkbox checkbox-primary" {...register('alsoBlock')} />
        Also block {person.firstName}
      </label>
      <ErrorLine className="mt-3">
        {formState.errors.reason?.message ?? (failure && `Not reported. ${failure}`)}
      </ErrorLine>
    </Dialog>
  );
}

const messagesOffered = 20;

/** The person, or one of their last messages in the open conversation. */
function PersonOrMessage({ person, onChange }: Omit<WhatProps, 'others'>) {
  const { chat } = useThread(person._id);
  const theirs = (chat?.messages ?? []).filter(({ senderId }) => senderId?._id === person._id).slice(-messagesOffered);
  const others = theirs
    .toReversed()
    .map(
      ({ _id, text }) =>
        ({ kind: 'message', id: _id, label: `Message: ${messageExcerpt(text).slice(0, 80)}` }) as const,
    );
  return others.length > 0 && <What person={person} others={others} onChange={onChange} />;
}

type Subject = ReportDialogProps['subject'];

interface WhatProps {
  person: User;
  others: readonly (Subject & { label: string })[];
  onChange: (subject: Subject) => void;
}

/** The subject of the report: the person, or something of theirs. */
function What({ person, others, onChange }: WhatProps) {
  const choose = (id: string) => {
    const other = others.find((one) => one.id === id);
    onChange(other ? { kind: other.kind, id } : { kind: 'person', id: person._id });
  };
  return (
    <div className="mb-3">
      <SelectField label="What do you report?" onChange={({ target }) => choose(target.value)}>
        <option value="">{fullName(person)}</option>
        {others.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
