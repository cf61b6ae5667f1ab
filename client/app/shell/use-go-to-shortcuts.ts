import { useNavigate } from 'react-router-dom';
import { useShortcuts } from '#client/dom/focus/shortcuts.ts';
import { connections, feed, type NavItem, profile, requests, search, settings } from './nav-items.ts';

export function useGoToShortcuts(): void {
  const navigate = useNavigate();
  const go = (keys: string, { label, href }: NavItem) => ({
    keys,
    label: `Go to ${label}`,
    run: () => void navigate(href),
  });
  useShortcuts([
    go('g f', feed),
    go('g c', connections),
    go('g r', requests),
    go('g p', profile),
    go('g s', settings),
    go('/', search),
  ]);
}
