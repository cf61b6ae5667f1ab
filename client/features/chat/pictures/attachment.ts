/** A picture in the composer. */
export interface Attachment {
  id: string;
  picture: Blob;
  width: number;
  height: number;
  alt: string;
  /** An address of this page, to show it with. */
  source: string;
}
