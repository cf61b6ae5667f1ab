import { UnfinishedScreen } from '#client/ui/unfinished-screen.tsx';

export function LoginPage() {
  return (
    <main id="main" tabIndex={-1}>
      <UnfinishedScreen title="Login" />
    </main>
  );
}
