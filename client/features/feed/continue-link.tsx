import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { forgetRefused, readRefused } from '#client/device/refused-link.ts';
import { clientRoutes, matchClientRoute } from '#shared/routes.ts';

/** The names of the protected screens, without the feed itself. */
const names: Partial<Record<string, string>> = {
  [clientRoutes.profile.path]: 'your profile',
  [clientRoutes.editProfile.path]: 'Edit profile',
  [clientRoutes.otherProfile.path]: 'the profile you opened',
  [clientRoutes.connection.path]: 'Connections',
  [clientRoutes.requests.path]: 'Requests',
  [clientRoutes.search.path]: 'Search',
  [clientRoutes.setting.path]: 'Settings',
  [clientRoutes.projects.path]: 'Projects',
  [clientRoutes.project.path]: 'the project you opened',
  [clientRoutes.createProject.path]: 'Create a project',
  [clientRoutes.editProject.path]: 'Edit project',
  [clientRoutes.chat.path]: 'the chat you opened',
};

/** Offers, once, the link that was refused while signed out: by the specification, login leads to the feed. */
export function ContinueLink() {
  const [path, setPath] = useState(readRefused);
  const name = names[matchClientRoute(path?.split('?')[0] ?? '')?.path ?? ''];
  if (path === undefined || name === undefined) return null;
  const forget = () => {
    forgetRefused();
    setPath(undefined);
  };
  return (
    <p className="mb-4 flex items-center justify-between gap-2 rounded-field border border-base-300 bg-base-100 ps-4 text-small">
      <Link to={path} className="truncate py-2 text-primary underline" onClick={forget}>
        Continue to {name}
      </Link>
      <button type="button" className="btn btn-ghost btn-square btn-sm" aria-label="Dismiss" onClick={forget}>
        <X size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </p>
  );
}
