/**
 * The commit of the last release: what runs before an upgrade. Whoever releases puts the released commit here.
 * Another one: `OLD_VERSION=<commit> npm run drill -- versions`.
 */
export const lastRelease = 'ba4c053d69801eb9dbfe13cd879f299c51a3c69a';
