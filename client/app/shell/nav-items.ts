import type { LucideIcon } from 'lucide-react';
import Bell from 'lucide-react/icons/bell';
import Compass from 'lucide-react/icons/compass';
import FolderKanban from 'lucide-react/icons/folder-kanban';
import Gavel from 'lucide-react/icons/gavel';
import MessageSquare from 'lucide-react/icons/message-square';
import Search from 'lucide-react/icons/search';
import Settings from 'lucide-react/icons/settings';
import UserIcon from 'lucide-react/icons/user';
import UserPlus from 'lucide-react/icons/user-plus';
import Users from 'lucide-react/icons/users';
import { useNavigate } from 'react-router-dom';
import { useCapability } from '#client/api/capabilities.ts';
import { useNewsCount } from '#client/features/notifications/use-news-count.ts';
import { useShortcuts } from '#client/lib/dom/shortcuts.ts';
import type { Counted } from '#client/ui/count.tsx';
import { to } from '#shared/routes.ts';
import { prefetchPath } from '../screen-table.ts';

export interface NavItem {
  label: string;
  href: string;
  icon: LucideIcon;
}

export const feed: NavItem = { label: 'Feed', href: to.feed(), icon: Compass };
export const search: NavItem = { label: 'Search', href: to.search(), icon: Search };
export const messages: NavItem = { label: 'Messages', href: to.messages(), icon: MessageSquare };
export const connections: NavItem = { label: 'Connections', href: to.connection(), icon: Users };
export const requests: NavItem = { label: 'Requests', href: to.requests(), icon: UserPlus };
export const projects: NavItem = { label: 'Projects', href: to.projects(), icon: FolderKanban };
export const profile: NavItem = { label: 'Profile', href: to.profile(), icon: UserIcon };
export const settings: NavItem = { label: 'Settings', href: to.setting(), icon: Settings };

/** Only where the upstream stores notifications. The bell leads to the page. */
export const notifications: NavItem = { label: 'Notifications', href: to.notifications(), icon: Bell };

/** Only for moderators. */
export const moderation: NavItem = { label: 'Moderation', href: to.moderation(), icon: Gavel };

export const sidebarItems = [feed, search, messages, connections, requests, projects, profile, settings];
/** The links beside the palette's button and the bell: a phone has room for five icons. */
export const topBarItems = [connections, requests, settings];
export const dockItems = [feed, search, messages, projects, profile];

/** The number on a link: waiting requests, unread messages, or people who ask to join the user's projects. */
export function useBadge(href: string): Counted {
  const { requests: waiting, unread, askers } = useNewsCount();
  if (href === requests.href) return { count: waiting, word: 'waiting' };
  if (href === messages.href) return { count: unread, word: unread === 1 ? 'unread message' : 'unread messages' };
  if (href === projects.href)
    return { count: askers, word: askers === 1 ? 'person asks to join' : 'people ask to join' };
  return { count: 0, word: '' };
}

/** Whether a screen belongs to a link although its address does not begin with the link's. */
export function isWithin(href: string, pathname: string): boolean {
  return href === messages.href && pathname.startsWith(to.chat(''));
}

/** Handlers for a link that load the screen's code on hover and focus. */
export function preloading(href: string) {
  const preload = () => prefetchPath(href);
  return { onPointerEnter: preload, onFocus: preload };
}

export function useGoToShortcuts(): void {
  const navigate = useNavigate();
  const storesNotifications = useCapability('notifications');
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
    ...(storesNotifications ? [go('g n', notifications)] : []),
    go('/', search),
  ]);
}
