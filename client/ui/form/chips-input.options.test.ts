import { describe, expect, it } from 'vitest';
import { chipOptions } from './chips-input.tsx';

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
