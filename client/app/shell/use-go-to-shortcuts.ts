import { useNavigate } from 'react-router-dom';
import { useShortcuts } from '#client/dom/focus/shortcuts.ts';
import { useStandIns } from '#client/store/api/use-stand-ins.ts';
import {
  connections,
  feed,
  messages,
  type NavItem,
  notifications,
  profile,
  projects,
  requests,
  search,
  settings,
} from './nav-items.ts';

export function useGoToShortcuts(): void {
  const navigate = useNavigate();
  const { notifications: kind } = useStandIns();
  const go = (keys: string, { label, href }: NavItem) => ({
    keys,
    label: `Go to ${label}`,
    run: () => void navigate(href),
  });
  useShortcuts([
    go('g f', feed),
    go('g m', messages),
    go('g c', connections),
    go('g r', requests),
    go('g o', projects),
    go('g p', profile),
    go('g s', settings),
    ...(kind === 'stored' ? [go('g n', notifications)] : []),
    go('/', search),
  ]);
}
