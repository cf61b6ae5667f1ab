const longest = 100;

/**
 * The same function, with the answers to the last texts kept: requests repeat the same few spellings. Never more than
 * `most` short ones, because it is clients who choose them.
 */
export function remembered<Answer>(decide: (text: string) => Answer, most = 500): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const answer = decide(text);
    if (text.length > longest) return answer;
    if (known.size >= most) known.clear();
    known.set(text, answer);
    return answer;
  };
}
