import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BYTES_PER_PIXEL = 3;
/** Filter type 2 of the PNG specification: each byte is the difference to the one above, which is mostly none in flat shapes. */
const FILTER_UP = 2;
/** Much faster than the default; the files of flat shapes are small in any case. */
const DEFLATE_LEVEL = 6;

function chunk(type: string, data: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(typed.length + 8);
  framed.writeUInt32BE(data.length, 0);
  typed.copy(framed, 4);
  framed.writeUInt32BE(crc32(typed), typed.length + 4);
  return framed;
}

function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  // Eight bits a channel, true colour without transparency.
  data[8] = 8;
  data[9] = 2;
  return data;
}

/** A PNG of `pixels`, which has red, green and blue of each pixel, row by row. */
export function encodePng(width: number, height: number, pixels: Uint8ClampedArray): Uint8Array<ArrayBuffer> {
  const stride = width * BYTES_PER_PIXEL;
  const filtered = Buffer.alloc((stride + 1) * height);
  for (let row = 0; row < height; row += 1) {
    const to = row * (stride + 1);
    const from = row * stride;
    filtered[to] = FILTER_UP;
    for (let at = 0; at < stride; at += 1) {
      const above = row === 0 ? 0 : (pixels[from + at - stride] ?? 0);
      filtered[to + 1 + at] = (pixels[from + at] ?? 0) - above;
    }
  }
  return Uint8Array.from(
    Buffer.concat([
      SIGNATURE,
      chunk('IHDR', header(width, height)),
      chunk('IDAT', deflateSync(filtered, { level: DEFLATE_LEVEL })),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}
