import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { readDraft } from '#client/lib/device/drafts.ts';
import { isFields, noFields } from './project-fields.ts';
import { useProjectForm } from './use-project-form.ts';

const open = () => renderHook(() => useProjectForm('me', 'project:p1', noFields, async () => undefined));
const hide = () => document.dispatchEvent(new Event('visibilitychange'));
const stored = () => readDraft('me', 'project:p1', isFields)?.value.description;

it('leaves the draft of another tab alone while nothing is changed here', () => {
  const clean = open();
  const other = open();
  act(() => other.result.current.controlled('description').onChange('Written in the other tab'));
  hide();
  expect(stored()).toBe('Written in the other tab');
  clean.unmount();
  expect(stored()).toBe('Written in the other tab');
});

it('removes the draft that it wrote, once the change is taken back', () => {
  const tab = open();
  act(() => tab.result.current.controlled('description').onChange('Written here'));
  hide();
  act(() => tab.result.current.controlled('description').onChange(''));
  hide();
  expect(stored()).toBeUndefined();
});
