import { describe, expect, it } from 'vitest';
import { passwordProblems } from './change-row.tsx';

const good = { currentPassword: 'Old#2026', newPassword: 'New#2026', password: 'New#2026' };

describe('passwordProblems', () => {
  it('finds no problem where all three are valid', () => {
    expect(passwordProblems(good)).toEqual({});
  });

  it.each([
    ['currentPassword', { ...good, currentPassword: '' }],
    ['newPassword', { ...good, newPassword: '', password: '' }],
    ['newPassword', { ...good, newPassword: 'Old#2026', password: 'Old#2026' }],
    ['password', { ...good, password: 'New#2027' }],
  ])('stops at %s', (field, fields) => {
    expect(Object.keys(passwordProblems(fields))).toEqual([field]);
  });

  it('stops an unchanged password even where the confirmation differs too: either case ends another upstream', () => {
    expect(passwordProblems({ ...good, newPassword: 'Old#2026' })).toHaveProperty('newPassword');
  });
});
