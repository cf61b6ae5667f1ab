import { useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from '#client/dom/toast.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useChatQuery } from '#client/store/api/chat/chat-api.ts';
import { useReportMutation } from '#client/store/api/report-api.ts';
import { errorMessage } from '#client/text/api-error.ts';
import { messageExcerpt } from '#client/text/markdown/message-format.ts';
import { fullName } from '#client/text/person.ts';
import { reportReasonWords } from '#client/text/report-words.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import { Field } from '#client/ui/form/field.tsx';
import { TextAreaField } from '#client/ui/form/text-area-field.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import type { ReportKind, ReportReason } from '#shared/api/reports.ts';
import type { User } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';

export interface ReportDialogProps {
  /** Whose it is. */
  person: User;
  subject: { kind: ReportKind; id: string };
  /** Offers the person's last messages as well. */
  inChat?: boolean;
  onClose: () => void;
  /** Moves the focus away from what leaves the screen with a blocked person. */
  onBlocked?: (() => void) | undefined;
}

const titles: Readonly<Record<ReportKind, (name: string) => string>> = {
  person: (name) => `Report ${name}`,
  message: (name) => `Report a message of ${name}`,
  project: (name) => `Report a project of ${name}`,
  picture: (name) => `Report a picture of ${name}`,
};

const reasons = Object.keys(reportReasonWords) as ReportReason[];

/** Asks for a reason and sends the report; blocks the person as well where that is ticked. One dialog for both. */
export function ReportDialog({ person, subject: first, inChat = false, onClose, onBlocked }: ReportDialogProps) {
  const canBlock = useCapability('safety.block');
  const [send, { isLoading }] = useReportMutation();
  const [reason, setReason] = useState<ReportReason>();
  const [details, setDetails] = useState('');
  const [alsoBlock, setAlsoBlock] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [subject, setSubject] = useState(first);
  const submit = async () => {
    if (reason === undefined) return setFailure('Choose a reason.');
    setFailure(undefined);
    try {
      const report = { ...subject, reason, ...(details.trim() && { details }), ...(alsoBlock && { alsoBlock }) };
      await send({ report, blocks: alsoBlock ? person._id : undefined }).unwrap();
      // Closed first: a modal dialog lets nothing outside take the focus.
      flushSync(onClose);
      if (alsoBlock) onBlocked?.();
      toast(alsoBlock ? `Reported, and ${fullName(person)} is blocked` : 'Reported. You will be told what came of it.');
    } catch (error) {
      setFailure(`Not reported. ${errorMessage(error)}`);
    }
  };
  return (
    <Dialog
      title={titles[first.kind](fullName(person))}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" pending={isLoading} onClick={() => void submit()}>
            Report
          </Button>
        </>
      }
    >
      <p className="mb-3 text-muted text-small">
        The people who run this site read it, with a copy of what you report. {person.firstName} is not told.
      </p>
      {inChat && <What person={person} onChange={setSubject} />}
      <fieldset className="mb-3">
        <legend className="mb-1 font-semibold text-small">Why?</legend>
        {reasons.map((one) => (
          <label key={one} className="flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name="report-reason"
              className="radio"
              checked={reason === one}
              onChange={() => setReason(one)}
            />
            {reportReasonWords[one]}
          </label>
        ))}
      </fieldset>
      <TextAreaField
        label="Anything that helps to understand it (optional)"
        rows={3}
        maxLength={limits.reportDetails.max}
        value={details}
        onChange={(event) => setDetails(event.target.value)}
      />
      {canBlock && (
        <label className="mt-3 flex min-h-11 cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            className="checkbox checkbox-primary"
            checked={alsoBlock}
            onChange={(event) => setAlsoBlock(event.target.checked)}
          />
          Also block {person.firstName}
        </label>
      )}
      <ErrorLine className="mt-3">{failure}</ErrorLine>
    </Dialog>
  );
}

const messagesOffered = 20;

/** The person, or one of their last messages in the open conversation. */
function What({ person, onChange }: { person: User; onChange: (subject: ReportDialogProps['subject']) => void }) {
  const { data: chat } = useChatQuery(person._id);
  const theirs = (chat?.messages ?? []).filter(({ senderId }) => senderId?._id === person._id).slice(-messagesOffered);
  if (theirs.length === 0) return null;
  return (
    <div className="mb-3">
      <Field label="What do you report?">
        {(control) => (
          <select
            {...control}
            className="select w-full"
            onChange={({ target: { value } }) =>
              onChange(value === '' ? { kind: 'person', id: person._id } : { kind: 'message', id: value })
            }
          >
            <option value="">{fullName(person)}</option>
            {theirs.toReversed().map(({ _id, text }) => (
              <option key={_id} value={_id}>
                {`Message: ${messageExcerpt(text).slice(0, 80)}`}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}
