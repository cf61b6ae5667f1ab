import { EyeOff, Handshake, MessageSquare, Undo2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Relation } from '#client/lib/relation.ts';
import { to } from '#shared/routes.ts';
import { Button } from './button.tsx';
import { RelationTag } from './relation-tag.tsx';

type Action = 'interested' | 'ignore' | 'accept' | 'reject' | 'withdraw';

interface Props {
  person: { _id: string; firstName: string };
  relation: Relation;
  /** Whether a sent request or an ignore can be taken back. */
  canWithdraw: boolean;
  pending: string | undefined;
  onAct: (action: Action) => void;
  /** Beside another main action, none of these is the primary one. */
  secondary?: boolean;
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
          <Button pending={pending === 'ignore'} onClick={() => onAct('ignore')}>
            <EyeOff {...icon} />
            Ignore
          </Button>
        </>
      );
  }
}
