import { useNavigate } from 'react-router-dom';
import { toast } from 'sonner';
import { forgetRefused } from '#client/lib/refused-link.ts';
import { to } from '#shared/routes.ts';
import { useSignoutMutation } from './auth-api.ts';

/** Ends the session and goes to the landing page; where the call fails, it says that the user is still logged in. */
export function useLogOut(): () => Promise<void> {
  const [signOut] = useSignoutMutation();
  const navigate = useNavigate();
  return async () => {
    const { error } = await signOut();
    if (error) {
      toast.error(`You are still logged in. ${error.message}`);
      return;
    }
    await navigate(to.landing(), { replace: true });
    forgetRefused();
  };
}
