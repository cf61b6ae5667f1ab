import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { lazyPart } from '#client/lib/dom/lazy-part.ts';
import type { FeedItem } from '#shared/api/users.ts';

const MatchMoment = lazyPart(async () => (await import('./match-moment.tsx')).MatchMoment);

export interface Match {
  person: FeedItem;
  /** The note that came with the person's request. */
  note?: string | undefined;
  /** How the two came together, in a sentence. */
  story: string;
}

/**
 * The moment of a match. `meet` opens it over the screen that calls this hook, and returns false where that screen has been
 * left: the caller then says the news in another way. `later` is the word of the button that closes it.
 */
export function useMatchMoment(later: string): { meet: (match: Match) => boolean; moment: ReactNode } {
  const [match, setMatch] = useState<Match>();
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const meet = (met: Match) => {
    if (isMounted.current) setMatch(met);
    return isMounted.current;
  };
  const moment = match && (
    <Suspense>
      <MatchMoment {...match} later={later} onClose={() => setMatch(undefined)} />
    </Suspense>
  );
  return { meet, moment };
}

export const stories = {
  mutual: ({ firstName }: { firstName: string }) => `${firstName} was interested too.`,
  accepted: ({ firstName }: { firstName: string }) => `${firstName} asked to meet you, and you said yes.`,
};
