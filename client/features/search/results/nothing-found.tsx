import SearchIcon from 'lucide-react/icons/search';
import { Button } from '#client/ui/button.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { to } from '#shared/routes.ts';

interface Props {
  q: string;
  skill: string;
  onDropSkill: () => void;
  onDropFacts?: () => void;
  /** How much the other tab holds, in words; undefined where it is empty too. */
  elsewhere: string | undefined;
  onElsewhere: () => void;
}

export function NothingFound({ q, skill, onDropSkill, onDropFacts, elsewhere, onElsewhere }: Props) {
  return (
    <EmptyState
      title={q.trim() === '' ? `Nothing with ${skill}` : `Nothing fits “${q.trim()}”`}
      icon={<SearchIcon size={24} strokeWidth={1.75} />}
      actions={
        <>
          {elsewhere !== undefined && (
            <Button look="primary" onClick={onElsewhere}>
              See {elsewhere}
            </Button>
          )}
          {skill !== '' && q.trim() !== '' && (
            <Button look={elsewhere === undefined ? 'primary' : 'outline'} onClick={onDropSkill}>
              Search without {skill}
            </Button>
          )}
          {onDropFacts && (
            <Button look={elsewhere === undefined ? 'primary' : 'outline'} onClick={onDropFacts}>
              Any role and status
            </Button>
          )}
          <ButtonLink to={to.feed()}>Open feed</ButtonLink>
        </>
      }
    >
      {elsewhere === undefined ? 'Try a shorter word, or a skill.' : 'Nothing here, but something there.'}
    </EmptyState>
  );
}
