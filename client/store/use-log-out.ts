import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { toast } from 'sonner';
import { forgetRefused } from '#client/device/refused-link.ts';
import { storedKeys, userKey } from '#client/device/storage.ts';
import { to } from '#shared/routes.ts';
import { useSignoutMutation } from './api/auth-api.ts';
import { useOwnUser } from './hooks.ts';

interface LogOut {
  /** Ends the session and goes to the landing page; where the call fails, it says that the user is still logged in. */
  logOut: () => Promise<void>;
  /** Whether messages wait on this device: that is said before leaving. */
  hasUnsent: () => boolean;
}

export function useLogOut(): LogOut {
  const own = useOwnUser();
  const [signOut] = useSignoutMutation();
  const navigate = useNavigate();
  const underWay = useRef(false);
  const logOut = async () => {
    // A second call would find no session, and say that the first one failed.
    if (underWay.current) return;
    underWay.current = true;
    const { error } = await signOut();
    underWay.current = false;
    if (error) {
      toast.error(`You are still logged in. ${error.message}`);
      return;
    }
    await navigate(to.landing(), { replace: true });
    forgetRefused();
  };
  return { logOut, hasUnsent: () => storedKeys(userKey(own._id, 'outbox:')).length > 0 };
}
