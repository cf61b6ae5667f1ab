import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { installBrowserParts } from '#client/test-support.tsx';
import { ChipsInput, chipOptions } from './chips-input.tsx';

installBrowserParts();

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

const asked = { typed: '', chosen: [], suggestions: [], matches: undefined };
const shown = (choice: Partial<Parameters<typeof chipOptions>[0]>) => {
  const { options, taken } = chipOptions({ ...asked, ...choice });
  return { names: options.map(({ name, isNew }) => (isNew ? `new ${name}` : name)), taken: options[taken]?.name };
};

describe('the options under a field of chips', () => {
  it('are none for nothing', () => {
    expect(shown({ typed: ' ', suggestions: ['Go'] })).toEqual({ names: [], taken: undefined });
  });

  it('are the best matches with the first one taken, and the typed text as new', () => {
    expect(shown({ typed: 'postg', matches: ['PostgreSQL', 'PostGIS'] })).toEqual({
      names: ['PostgreSQL', 'PostGIS', 'new postg'],
      taken: 'PostgreSQL',
    });
  });

  it('offer nothing new where the typed text is a known or chosen name', () => {
    expect(shown({ typed: 'go', matches: ['Go', 'Godot'] })).toEqual({ names: ['Go', 'Godot'], taken: 'Go' });
    expect(shown({ typed: 'go', chosen: ['Go'], matches: ['Go', 'Godot'] })).toEqual({
      names: ['Godot'],
      taken: 'Godot',
    });
  });

  it('take none of the known names that only have the text in them', () => {
    expect(shown({ typed: 'go', suggestions: ['Django', 'Rust'] })).toEqual({
      names: ['Django', 'new go'],
      taken: undefined,
    });
    expect(shown({ typed: 'rust', suggestions: ['Django', 'Rust'] })).toEqual({ names: ['Rust'], taken: 'Rust' });
  });
});
