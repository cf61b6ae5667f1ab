import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { QrCode } from './totp-setup.tsx';

it('is a picture with a name, without styles or scripts, which the page’s policy forbids', () => {
  const { container } = render(<QrCode text="otpauth://totp/DotCode:ada%40mail.test?secret=ABC" label="QR code" />);
  expect(screen.getByRole('img', { name: 'QR code' })).toBeTruthy();
  expect(container.innerHTML).not.toMatch(/style=|on\w+=|<script/);
  expect(container.querySelector('path')?.getAttribute('d')).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/);
});
