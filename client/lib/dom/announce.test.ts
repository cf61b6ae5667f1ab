import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { announce, announceSoon } from './announce.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<p id="announcer-polite"></p>';
});
afterEach(() => document.body.replaceChildren());
const said = () => document.getElementById('announcer-polite')?.textContent;

it('says the length of a list after half a second', () => {
  announceSoon('3 people to meet');
  vi.advanceTimersByTime(549);
  expect(said()).toBe('');
  vi.advanceTimersByTime(1);
  expect(said()).toBe('3 people to meet');
});

it('says what came of a press, and not the length that waited meanwhile', () => {
  announceSoon('3 people to meet');
  vi.advanceTimersByTime(480);
  announce('Ignored Cleo. Next: Ben Okoro');
  vi.advanceTimersByTime(1000);
  expect(said()).toBe('Ignored Cleo. Next: Ben Okoro');
});

it('says nothing of a list that has left before', () => {
  announceSoon('3 people to meet')();
  vi.advanceTimersByTime(1000);
  expect(said()).toBe('');
});
