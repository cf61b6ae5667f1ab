const mostBytesCopied = 4 * 1024;

/**
 * A whole body in the form that `end(body, 'latin1')` sends at the least cost. Node writes a string in one piece with the
 * head, which saves more than copying a small body costs; it writes bytes beside the head, uncopied.
 */
export function cheapestBody(body: Buffer): Buffer | string {
  return body.length <= mostBytesCopied ? body.toString('latin1') : body;
}
