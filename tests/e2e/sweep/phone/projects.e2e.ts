import { expectFits } from '#tests/e2e/support/narrow-screens.ts';
import { createProject, test } from '#tests/e2e/support/product.ts';

test('projects fit a screen of 320 pixels, and text of twice the size, with long words and wide code too', async ({
  page,
  signUp,
}) => {
  await signUp();
  const long = 'w'.repeat(70);
  const id = await createProject(page.context().request, long, {
    skills: ['TypeScript', 'x'.repeat(40)],
    description: `${long.repeat(3)}\n\n\`\`\`ts\nconst ${long} = '${long}';\n\`\`\`\n\n| ${'a | '.repeat(12)}\n| ${'- | '.repeat(12)}\n| ${'words | '.repeat(12)}`,
  });
  await expectFits(page, ['/projects', '/create-project', `/project/editproject/${id}`]);
  await expectFits(page, [`/project/view/${id}`], { shows: page.locator('.prose table') });
});
