import Clock from 'lucide-react/icons/clock';
import EyeOff from 'lucide-react/icons/eye-off';
import Handshake from 'lucide-react/icons/handshake';
import Link2 from 'lucide-react/icons/link-2';
import MessageSquare from 'lucide-react/icons/message-square';
import Undo2 from 'lucide-react/icons/undo-2';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useKeptFocus } from '#client/lib/dom/focus.ts';
import type { CardRelation, Relation, RelationAction } from '#client/lib/text/relation.ts';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';
import { Button } from '../button.tsx';

interface Props {
  person: Pick<User, '_id' | 'firstName' | 'mayAsk'>;
  relation: Relation;
  /** Whether the upstream can withdraw a sent request or an ignore. */
  canWithdraw: boolean;
  pending: string | undefined;
  onAct: (action: RelationAction) => unknown;
}

/** Why the last step failed, with Try again where that can help. */
export function RelationFailed({
  failure,
}: {
  failure: { message: string; retry: (() => void) | undefined } | undefined;
}) {
  if (!failure) return null;
  return (
    <div
      role="alert"
      className="flex w-full flex-wrap items-center justify-end gap-x-2 text-error text-small max-sm:justify-start"
    >
      <span>{failure.message}</span>
      {failure.retry && (
        <Button look="quiet" className="btn-sm" onClick={failure.retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

interface GroupProps extends Props {
  className?: string;
  /** Beside the buttons. */
  children?: ReactNode;
}

/** The group of the buttons for the steps that a relation allows now. It keeps the focus when they are replaced. */
export function RelationButtons({ className = '', children, ...props }: GroupProps) {
  const { person, relation, onAct } = props;
  const group = useRef<HTMLDivElement>(null);
  const { pressed } = useKeptFocus(group, relation);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div
      ref={group}
      role="group"
      tabIndex={-1}
      aria-label={`You and ${person.firstName}`}
      className={`flex flex-wrap items-center gap-2 ${className}`}
    >
      <StepButtons
        {...props}
        onAct={(action) => {
          pressed();
          onAct(action);
        }}
      />
      {children}
    </div>
  );
}

function StepButtons({ person, relation, canWithdraw, pending, onAct }: Props) {
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
  switch (relation) {
    case 'self':
      return null;
    case 'connected':
      return (
        <Link to={to.chat(person._id)} className="btn btn-primary">
          <MessageSquare {...icon} />
          Message
        </Link>
      );
    case 'received':
      return (
        <>
          <Button look="primary" pending={pending === 'accept'} onClick={() => onAct('accept')}>
            Accept
          </Button>
          <Button look="quiet" pending={pending === 'reject'} onClick={() => onAct('reject')}>
            Reject
          </Button>
        </>
      );
    case 'sent':
    case 'ignored':
      return (
        <>
          {relation === 'sent' && <RelationTag relation="pending" word="Request sent" />}
          {relation === 'ignored' && <span className="text-muted text-small">Ignored</span>}
          {canWithdraw && (
            <Button pending={pending === 'withdraw'} onClick={() => onAct('withdraw')}>
              <Undo2 {...icon} />
              <span>{relation === 'sent' ? 'Withdraw' : 'Take back'}</span>
            </Button>
          )}
        </>
      );
    default:
      return (
        <>
          {person.mayAsk === false ? (
            <span className="text-muted text-small">{person.firstName} limits who can ask</span>
          ) : (
            <Button look="primary" pending={pending === 'interested'} onClick={() => onAct('interested')}>
              <Handshake {...icon} />
              Interested
            </Button>
          )}
          {/* Not for an unknown relation: sending interest is the only step whose refusal tells the relation. */}
          {relation === 'none' && (
            <Button pending={pending === 'ignore'} onClick={() => onAct('ignore')}>
              <EyeOff {...icon} />
              Ignore
            </Button>
          )}
        </>
      );
  }
}

const looks = {
  pending: { icon: Clock, word: 'Pending', className: 'text-warning' },
  connected: { icon: Link2, word: 'Connected', className: 'text-accent' },
} as const;

/** The relation as a word with an icon; renders nothing for `none`. */
export function RelationTag({ relation, word }: { relation: CardRelation; word?: string | undefined }) {
  if (relation === 'none') return null;
  const { icon: Icon, word: usual, className } = looks[relation];
  return (
    <span className={`inline-flex items-center gap-1 text-micro ${className}`}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      <span>{word ?? usual}</span>
    </span>
  );
}

/** A dot and the word Online. Render nothing for people who are offline. */
export function OnlineTag() {
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5 text-micro text-success">
      <span className="size-2 rounded-full bg-success" aria-hidden="true" />
      Online
    </span>
  );
}

/** The words of a request; renders nothing without any. */
export function RequestNote({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <blockquote className="mt-2 whitespace-pre-line border-primary border-s-2 ps-3 text-small" dir="auto">
      {text}
    </blockquote>
  );
}
