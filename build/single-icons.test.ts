import { expect, it } from 'vitest';
import { iconFiles, importSingly } from './single-icons.ts';

it('each icon is imported from its own module, under the name that the code uses', () => {
  const code = 'import {\n\tBell,\n\tUser as UserIcon,\n\tTriangleAlert\n} from "lucide-react";\nshow(Bell);';
  expect(importSingly(code, iconFiles())).toBe(
    [
      "import Bell from 'lucide-react/icons/bell';",
      "import UserIcon from 'lucide-react/icons/user';",
      "import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';",
      '\nshow(Bell);',
    ].join(''),
  );
});

it('an unknown icon stops the build', () => {
  expect(() => importSingly("import { Unknown } from 'lucide-react';", iconFiles())).toThrow('Unknown');
});
