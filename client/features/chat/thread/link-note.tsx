import { parseMessage } from '#client/text/markdown/message-format.ts';
import { fullName } from '#client/text/person.ts';
import type { ChatMessage } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';

interface Props {
  peer: User | undefined;
  history: readonly ChatMessage[];
  onShow: () => void;
}

/** Says why links are shown as text, where there are any, and shows them as links on request. */
export function LinkNote({ peer, history, onShow }: Props) {
  if (!history.some(({ text }) => hasLink(text))) return null;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 text-muted text-small">
      <span>{`Links from ${peer?.firstName || fullName(peer)} are shown as text until you answer.`}</span>
      <button type="button" className="btn btn-ghost btn-sm" onClick={onShow}>
        Show links
      </button>
    </p>
  );
}

function hasLink(text: string): boolean {
  return parseMessage(text).some(
    (part) => part.kind === 'inline' && part.parts.some((inline) => inline.kind === 'link'),
  );
}
