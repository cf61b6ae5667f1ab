import { useEffect, useMemo, useState } from 'react';
import { folded } from '#client/lib/text/folded.ts';
import type { ChatMessage } from '#shared/api/chat.ts';

/**
 * The search inside one conversation: which loaded messages match, and which of them is shown. With `marksOnly` the matches
 * are marked: the upstream's own search finds, and leads to what it finds.
 */
export function useFind(history: readonly ChatMessage[], { marksOnly = false } = {}) {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [fromEnd, setFromEnd] = useState(0);
  const wanted = open ? folded(query.trim()) : '';
  const matches = useMemo(
    () => (wanted === '' || marksOnly ? [] : history.filter(({ text }) => folded(text).includes(wanted))),
    [history, wanted, marksOnly],
  );
  // Counted from the end, because loading older messages adds matches at the start.
  const index = matches.length === 0 ? -1 : matches.length - 1 - (fromEnd % matches.length);
  const current = matches[index];
  const currentKey = current && (current.clientId ?? current._id);

  useEffect(() => {
    if (currentKey === undefined) return;
    document.querySelector(`[data-message="${CSS.escape(currentKey)}"]`)?.scrollIntoView({ block: 'center' });
  }, [currentKey]);

  return {
    open,
    query,
    wanted,
    currentKey,
    current: index + 1,
    total: matches.length,
    start: () => setOpen(true),
    close: () => {
      setOpen(false);
      setQuery('');
      setFromEnd(0);
    },
    setQuery: (next: string) => {
      setQuery(next);
      setFromEnd(0);
    },
    step: (by: 1 | -1) => setFromEnd((at) => (matches.length === 0 ? 0 : (at - by + matches.length) % matches.length)),
  };
}
