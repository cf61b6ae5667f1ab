/** The classes of a grid of cards: one, two or three columns, by the width of the window. */
export const cardGrid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3';
