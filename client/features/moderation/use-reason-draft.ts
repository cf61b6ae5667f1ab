import { useState } from 'react';
import { readDraft, removeDraft, writeDraft } from '#client/device/drafts.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import type { CaseActionKind } from '#shared/api/moderation.ts';

/** The reason for an action, kept on this device until the action is done. */
export function useReasonDraft(caseId: string, action: CaseActionKind) {
  const { _id: ownId } = useOwnUser();
  const item = `moderation:${caseId}:${action}`;
  const [reason, setText] = useState(() => readDraft(ownId, item, isText)?.value ?? '');
  const setReason = (text: string) => {
    setText(text);
    if (text.trim() === '') removeDraft(ownId, item);
    else writeDraft(ownId, item, text, '');
  };
  return { reason, setReason, forget: () => removeDraft(ownId, item) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
