import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useRootMark } from './window-state.ts';

function Marked({ isOn }: { isOn: boolean }) {
  useRootMark('writing', isOn);
  return null;
}

describe('a mark of the root element', () => {
  it('is there while its component is mounted and wants it', () => {
    const isMarked = () => document.documentElement.matches('[data-writing]');
    const { rerender, unmount } = render(<Marked isOn={false} />);
    expect(isMarked()).toBe(false);
    rerender(<Marked isOn />);
    expect(isMarked()).toBe(true);
    rerender(<Marked isOn={false} />);
    expect(isMarked()).toBe(false);
    rerender(<Marked isOn />);
    unmount();
    expect(isMarked()).toBe(false);
  });
});
