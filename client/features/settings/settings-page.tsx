import Accessibility from 'lucide-react/icons/accessibility';
import Bell from 'lucide-react/icons/bell';
import Database from 'lucide-react/icons/database';
import Palette from 'lucide-react/icons/palette';
import Shield from 'lucide-react/icons/shield';
import UserRound from 'lucide-react/icons/user-round';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useCapability } from '#client/api/capabilities.ts';
import { Screen } from '#client/ui/screen.tsx';
import { AccountSection } from './account/account-section.tsx';
import { DataSection } from './data-section.tsx';
import { AccessibilitySection, AppearanceSection } from './look-sections.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { PrivacySection } from './privacy-section.tsx';

const sections = [
  { id: 'account', label: 'Account', icon: UserRound, Content: AccountSection },
  { id: 'appearance', label: 'Appearance', icon: Palette, Content: AppearanceSection },
  { id: 'accessibility', label: 'Accessibility', icon: Accessibility, Content: AccessibilitySection },
  { id: 'notifications', label: 'Notifications', icon: Bell, Content: NotificationsSection },
  { id: 'privacy', label: 'Privacy', icon: Shield, Content: PrivacySection },
  { id: 'data', label: 'Data', icon: Database, Content: DataSection },
] as const;

/** Shows one section, named in the address. Choosing another one focuses its heading. */
export function SettingsPage() {
  const [params] = useSearchParams();
  const privacyParts = [useCapability('preferences'), useCapability('safety'), useCapability('public.pages')];
  const hasPrivacy = privacyParts.includes(true);
  const wanted = params.get('section');
  const shown = sections.filter(({ id }) => id !== 'privacy' || hasPrivacy);
  const { id: current, label, Content } = shown.find(({ id }) => id === wanted) ?? sections[0];

  const heading = useRef<HTMLHeadingElement>(null);
  const nav = useRef<HTMLElement>(null);
  const previous = useRef(current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a section that comes later pushes the current one aside
  useEffect(() => {
    if (previous.current !== current) heading.current?.focus();
    previous.current = current;
    // On a phone the sections are a row that scrolls.
    nav.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [current, shown.length]);

  return (
    <Screen title="Settings">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[13rem_minmax(0,45rem)]">
        <nav ref={nav} aria-label="Settings sections">
          <ul className="flex gap-1 overflow-x-auto pb-1 lg:flex-col lg:overflow-visible">
            {shown.map(({ id, label: name, icon: Icon }) => (
              <li key={id}>
                <Link
                  to={`?section=${id}`}
                  replace
                  aria-current={id === current ? 'true' : undefined}
                  className="flex min-h-11 items-center gap-2 whitespace-nowrap rounded-field border border-transparent px-3 font-semibold text-muted text-small hover:bg-base-300 aria-[current]:bg-base-100 aria-[current]:text-base-content aria-[current]:border-base-300"
                >
                  <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <section aria-labelledby="settings-section" className="flex flex-col gap-6">
          <h2 id="settings-section" ref={heading} tabIndex={-1} className="text-h2">
            {label}
          </h2>
          <Content />
        </section>
      </div>
    </Screen>
  );
}
