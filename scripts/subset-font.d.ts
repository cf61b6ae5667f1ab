// The package has no types.
declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff' | 'woff2';
    variationAxes?: Record<string, { min: number; max: number }>;
    preserveNameIds?: readonly number[];
    noHinting?: boolean;
  }

  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
