import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { ChipsInput, chipOptions } from './chips-input.tsx';

const answers: Record<string, readonly string[]> = { pos: ['PostgreSQL', 'PostGIS'], quilt: [] };

function Skills() {
  const [value, setValue] = useState<string[]>([]);
  const [typed, setTyped] = useState('');
  return <ChipsInput label="Skills" value={value} onChange={setValue} matches={answers[typed]} onType={setTyped} />;
}

function open() {
  const user = userEvent.setup();
  render(<Skills />);
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Skills' });
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
  const active = () => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent;
  const chips = () => screen.queryAllByRole('button', { name: /^Remove / }).map((button) => button.ariaLabel?.slice(7));
  return { user, input, options, active, chips };
}

describe('a field of chips', () => {
  it('is a combobox: its list opens with the best match chosen, arrows move and wrap, Enter adds, Escape closes', async () => {
    const { user, input, options, active, chips } = open();
    expect(input.ariaExpanded).toBe('false');
    await user.type(input, 'pos');
    expect([input.ariaExpanded, options(), active()]).toEqual([
      'true',
      ['PostgreSQL', 'PostGIS', 'Add “pos” as new'],
      'PostgreSQL',
    ]);
    await user.keyboard('{ArrowUp}');
    expect(active()).toBe('Add “pos” as new');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(active()).toBe('PostGIS');
    await user.keyboard('{Enter}');
    expect([chips(), input.value, input.ariaExpanded]).toEqual([['PostGIS'], '', 'false']);
    await user.type(input, 'pos{Escape}');
    expect([input.ariaExpanded, input.value, chips()]).toEqual(['false', 'pos', ['PostGIS']]);
  });

  it('adds a chosen option by pointer, once, and keeps the focus', async () => {
    const { user, input, chips } = open();
    await user.type(input, 'pos');
    await user.click(screen.getByRole('option', { name: 'PostgreSQL' }));
    expect([chips(), document.activeElement]).toEqual([['PostgreSQL'], input]);
  });

  it('adds free text by its own option only where nothing is like it, or by a comma', async () => {
    const { user, input, options, chips } = open();
    await user.type(input, 'quilt');
    expect(options()).toEqual(['Add “quilt” as new']);
    await user.keyboard('{Enter}');
    await user.type(input, 'pos,');
    expect(chips()).toEqual(['quilt', 'pos']);
  });
});

it.each<[what: string, Partial<Parameters<typeof chipOptions>[0]>, names: string[], taken?: string]>([
  ['none for nothing', { typed: ' ', suggestions: ['Go'] }, []],
  ['none as new where the text is a known name', { typed: 'go', matches: ['Go', 'Godot'] }, ['Go', 'Godot'], 'Go'],
  ['none that is chosen', { typed: 'go', chosen: ['Go'], matches: ['Go', 'Godot'] }, ['Godot'], 'Godot'],
  ['none as new that is chosen', { typed: 'go', chosen: ['Go'], matches: [] }, []],
  ['none taken that only has the text in it', { typed: 'go', suggestions: ['Django', 'Rust'] }, ['Django', 'new go']],
  ['a known name taken', { typed: 'rust', suggestions: ['Django', 'Rust'] }, ['Rust'], 'Rust'],
])('the options under the field: %s', (_what, choice, names, name) => {
  const { options, taken } = chipOptions({ typed: '', chosen: [], suggestions: [], matches: undefined, ...choice });
  expect(options.map((option) => (option.isNew ? `new ${option.name}` : option.name))).toEqual(names);
  expect(options[taken]?.name).toBe(name);
});
