/** The classes of a list of cards: one column, never wider than the screen whatever is in it, and more where they fit. */
export const cardGrid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3';
