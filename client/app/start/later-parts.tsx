import '#client/styles/print.css';
import { useEffect } from 'react';
import { registerServiceWorker } from './register-service-worker.ts';

export { OpenLine } from '../open-line.tsx';

/** Parts of every screen that the first paint does not need. */
export function LaterParts() {
  useEffect(() => registerServiceWorker(), []);
  return null;
}
