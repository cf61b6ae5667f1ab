import { ThemeSwitch } from '#client/ui/form/theme-switch.tsx';
import { Wordmark } from '#client/ui/wordmark.tsx';
import { Basics } from './basics.tsx';
import { Dialogs } from './dialogs.tsx';
import { Fields } from './fields.tsx';
import { Links } from './links.tsx';
import { People } from './people.tsx';
import { Pictures } from './pictures.tsx';
import { Projects } from './projects.tsx';
import { States } from './states.tsx';

export function Styleguide() {
  return (
    <>
      <main className="guide">
        <header>
          <h1>
            <span className="sr-only">DotCode styleguide</span>
            <Wordmark />
          </h1>
          <ThemeSwitch />
        </header>
        <Basics />
        <People />
        <Projects />
        <Fields />
        <States />
        <Pictures />
        <Dialogs />
      </main>
      <div className="guide">
        <Links />
      </div>
    </>
  );
}
