// JavaScript, because a thread would load Node's TypeScript compiler for itself, which takes a second and 30 MB.
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';

const FONT = fileURLToPath(new URL('font/Inter-Regular.otf', import.meta.url));

/* The same picture on every machine: fonts of the system are not looked at. */
const OPTIONS = { font: { fontFiles: [FONT], loadSystemFonts: false, defaultFontFamily: 'Inter' } };

parentPort?.on('message', (/** @type {string} */ svg) => {
  // A copy, because the memory of Resvg's own cannot be handed over.
  const png = new Uint8Array(new Resvg(svg, OPTIONS).render().asPng());
  parentPort?.postMessage(png, [png.buffer]);
});
