import type { Browser } from 'playwright-core';

/** Letters stay readable, and a picture takes less than a third of what it takes as PNG. */
const QUALITY = 0.4;

/**
 * A picture as WebP, which Chromium itself writes: playwright takes screenshots only as PNG and JPEG.
 * @throws Error where Chromium cannot write it
 */
export async function toWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const url = await page.evaluate<unknown>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png.toString('base64')}';
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', ${QUALITY});
  })()`);
  await page.close();
  const [head, base64] = String(url).split(',');
  if (head !== 'data:image/webp;base64' || base64 === undefined)
    throw new Error('Chromium wrote no WebP of a screenshot.');
  return Buffer.from(base64, 'base64');
}
