import { UnfinishedScreen } from '#client/ui/unfinished-screen.tsx';

export function SettingsPage() {
  return <UnfinishedScreen title="Settings" />;
}
