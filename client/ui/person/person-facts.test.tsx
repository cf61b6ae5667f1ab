import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { SkillChips } from './person-facts.tsx';

it('shows the count of hidden skills on the line of the last skill', () => {
  render(<SkillChips skills={['Go', 'Rust', 'Zig', 'Nix']} max={2} />, { wrapper: MemoryRouter });
  const items = within(screen.getByRole('list', { name: 'Skills' })).getAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual(['Go', 'Rust+2 more skills']);
});
