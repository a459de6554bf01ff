import { inflateSync } from 'node:zlib';

/** A decoded picture. */
export interface ReadPicture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of a pixel. */
  at(x: number, y: number): readonly number[];
}

const PNG_START = '89504e470d0a1a0a';
const FILTER_UP = 2;

/** Reads a PNG in true colour whose rows all have the filter "up". Throws an Error for any other file. */
export function readPng(bytes: Uint8Array): ReadPicture {
  const file = Buffer.from(bytes);
  if (file.subarray(0, 8).toString('hex') !== PNG_START) throw new Error('This is no PNG.');
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const start = file.indexOf('IDAT') + 4;
  const rows = inflateSync(file.subarray(start, start + file.readUInt32BE(start - 8)));
  const stride = width * 3;
  const pixels = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row += 1) {
    if (rows[row * (stride + 1)] !== FILTER_UP) throw new Error('A row has another filter.');
    for (let at = 0; at < stride; at += 1) {
      const above = row === 0 ? 0 : (pixels[(row - 1) * stride + at] ?? 0);
      pixels[row * stride + at] = (rows[row * (stride + 1) + 1 + at] ?? 0) + above;
    }
  }
  return {
    width,
    height,
    at: (x, y) => [...pixels.subarray(y * stride + x * 3, y * stride + x * 3 + 3)],
  };
}
