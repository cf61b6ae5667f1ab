/** The six that are offered first, with their names in Unicode. */
export const quickReactions = [
  { emoji: '👍', name: 'thumbs up' },
  { emoji: '❤️', name: 'red heart' },
  { emoji: '😂', name: 'face with tears of joy' },
  { emoji: '🎉', name: 'party popper' },
  { emoji: '👀', name: 'eyes' },
  { emoji: '🚀', name: 'rocket' },
] as const;
