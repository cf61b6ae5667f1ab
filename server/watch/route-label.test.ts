import { describe, expect, it } from 'vitest';
import { routeLabel } from './route-label.ts';

describe('routeLabel', () => {
  it.each([
    ['/', '/'],
    ['/profile/edit', '/profile/edit'],
    ['/profile/65f1c0ffee', '/profile/:userId'],
    ['/assets/index-abcd1234.js', '/assets/*'],
    ['/wp-login.php', '(other)'],
    ['/health/ready', '/health/ready'],
    ['/api/profile/view', '/api/profile/view'],
    ['/api/profile/65f1c0ffee', '/api/profile/:id'],
    ['/api/request/interested/65f1c0ffee', '/api/request/:id/:id'],
    ['/api/request/review/accepted/65f1c0ffee', '/api/request/review/:id/:id'],
    ['/api/projects/interested&accepted', '/api/projects/interested&accepted'],
    ['/api/myprojects', '/api/myprojects'],
    ['/api/myprojects/65f1c0ffee', '/api/myprojects/:id'],
    ['/api/socket.io/', '/api/socket.io'],
    ['/api/media/01a00b8e2242e91f5a24a5fb/card.webp', '/api/media/:id/:id'],
    ['/api/anything/else/at/all', '/api/(other)'],
  ])('calls %s %s', (path, label) => expect(routeLabel(path)).toBe(label));

  it('knows a bounded number of routes, whatever is asked for', () => {
    const labels = new Set(Array.from({ length: 5000 }, (_, i) => routeLabel(`/api/x${i}/${i}`)));
    expect(labels.size).toBe(1);
  });
});
