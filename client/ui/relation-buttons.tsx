import { EyeOff, Handshake, MessageSquare, Undo2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Relation, RelationAction } from '#client/text/relation.ts';
import { to } from '#shared/routes.ts';
import { Button } from './button.tsx';
import { RelationTag } from './relation-tag.tsx';

interface Props {
  person: { _id: string; firstName: string };
  relation: Relation;
  /** Whether a sent request or an ignore can be taken back. */
  canWithdraw: boolean;
  pending: string | undefined;
  onAct: (action: RelationAction) => unknown;
  /** Beside another main action, none of these is the primary one. */
  secondary?: boolean;
}

/** Why the last press did nothing, and the way on. Stands under the control. */
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

/** The one control of a relation: what can be done now, and nothing else. */
export function RelationButtons({ person, relation, canWithdraw, pending, onAct, secondary = false }: Props) {
  const look = secondary ? 'outline' : 'primary';
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
  switch (relation) {
    case 'self':
      return null;
    case 'connected':
      return (
        <Link to={to.chat(person._id)} className={`btn btn-${look}`}>
          <MessageSquare {...icon} />
          Message
        </Link>
      );
    case 'received':
      return (
        <>
          <Button look={look} pending={pending === 'accept'} onClick={() => onAct('accept')}>
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
              {relation === 'sent' ? 'Withdraw' : 'Take back'}
            </Button>
          )}
        </>
      );
    default:
      return (
        <>
          <Button look={look} pending={pending === 'interested'} onClick={() => onAct('interested')}>
            <Handshake {...icon} />
            Interested
          </Button>
          {/* Where the upstream does not tell what stands between the two, Interested alone finds it out. */}
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
