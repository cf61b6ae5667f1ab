import { useLocation, useNavigate } from 'react-router-dom';

/** The token in the fragment of the address, which browsers do not send to servers. */
export function useLinkToken(): { token: string; isUndo: boolean; forget: () => void } {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const fragment = hash.slice(1);
  const isUndo = fragment.startsWith('undo.');
  return {
    token: fragment.replace(/^(undo|return)\./, ''),
    isUndo,
    /** A token that was used does not stay in the browser's history. */
    forget: () => void navigate(pathname, { replace: true }),
  };
}
