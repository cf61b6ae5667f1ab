import { useCapability } from '#client/store/api/capabilities.ts';
import { PlainForgotLink } from './plain-forgot-link.tsx';

export function AskedForgotLink() {
  return useCapability('password.reset') && <PlainForgotLink />;
}
