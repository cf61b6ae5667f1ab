import { Bell, UserPlus } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createIcon, type IconData } from './icon.ts';

it.each([
  ['bell', Bell, {}],
  ['user-plus', UserPlus, { size: 16, strokeWidth: 1.75, className: 'text-muted shrink-0', 'aria-hidden': true }],
  ['bell', Bell, { 'aria-label': 'News' }],
] as const)('the build draws the icon %s as the package does', async (file, Icon, props) => {
  const { __iconData: data } = (await import(`../../node_modules/lucide-react/dist/esm/icons/${file}.mjs`)) as {
    __iconData: IconData;
  };
  const drawn = renderToStaticMarkup(createElement(createIcon(data), props));
  expect(drawn).toBe(renderToStaticMarkup(createElement(Icon, props)));
});
