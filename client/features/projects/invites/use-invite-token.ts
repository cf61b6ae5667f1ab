import { useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { readInvite, rememberInvite } from '#client/device/pending-invite.ts';

/**
 * The token of the invitation that was opened in this tab, empty without one. It moves from the fragment of the address,
 * which browsers send to no server, into this tab's storage, where the browser's history does not have it. Without storage it
 * stays in the fragment.
 */
export function useInviteToken(): string {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const fromLink = hash.slice(1);
  // The page keeps its token when the tab forgets it: after an answer, it says what came of it.
  const [token, setToken] = useState(() => fromLink || (readInvite()?.token ?? ''));
  if (fromLink !== '' && fromLink !== token) setToken(fromLink);
  useLayoutEffect(() => {
    if (fromLink === '') return;
    if (readInvite()?.token === fromLink || rememberInvite({ token: fromLink }))
      void navigate(pathname, { replace: true });
  }, [fromLink, navigate, pathname]);
  return token;
}
