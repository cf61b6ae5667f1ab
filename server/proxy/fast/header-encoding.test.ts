import { describe, expect, it } from 'vitest';
import { latin1Texts } from './header-encoding.ts';

const block = Buffer.from('Name: value\r\nOther: \xff\r\n', 'latin1');
const [name, value, other, last] = [
  block.subarray(0, 4),
  block.subarray(6, 11),
  block.subarray(13, 18),
  block.subarray(20, 21),
];

describe('texts of pieces of memory', () => {
  it('are the bytes of each piece, whatever lies between them', () => {
    expect(latin1Texts([name, value, other, last])).toEqual(['Name', 'value', 'Other', '\xff']);
    expect(latin1Texts([value, block.subarray(0, 0)])).toEqual(['value', '']);
  });

  it('are the same for pieces of several blocks, out of order or overlapping', () => {
    expect(latin1Texts([name, Buffer.from('joined'), last])).toEqual(['Name', 'joined', '\xff']);
    expect(latin1Texts([last, name])).toEqual(['\xff', 'Name']);
    expect(latin1Texts([block.subarray(0, 11), name])).toEqual(['Name: value', 'Name']);
  });

  it('are none for no pieces', () => {
    expect(latin1Texts([])).toEqual([]);
  });
});
