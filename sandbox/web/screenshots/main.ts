import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { findChromium, launchChromium } from './chromium.ts';
import { SCENES, type ScreenshotScene } from './scenes.ts';
import { startDemo } from './start-demo.ts';

const FOLDER = fileURLToPath(new URL('../../../docs/screenshots/', import.meta.url));
const SEED = 1;

/** Every picture that is in sight is drawn, and nothing moves any more. */
async function settle(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Jump to present|present$/ }).waitFor({ state: 'detached' });
  await page.waitForFunction('[...document.images].every((image) => image.complete)');
  await page.evaluate('document.fonts.ready');
}

async function take(browser: Browser, url: string, scene: ScreenshotScene): Promise<void> {
  const { width, height, scheme } = scene;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('[data-connection="open"]').waitFor();
  await scene.prepare(page);
  await settle(page);
  await page.mouse.move(0, 0);
  await page.screenshot({ path: `${FOLDER}${scene.name}.png` });
  await context.close();
  process.stdout.write(`docs/screenshots/${scene.name}.png\n`);
}

const executable = findChromium(process.env['CHROMIUM_PATH']);
if (executable === null) throw new Error('There is no Chromium here; CHROMIUM_PATH may name one.');
await mkdir(FOLDER, { recursive: true });
await using demo = await startDemo(SEED);
const browser = await launchChromium(executable);
try {
  for (const scene of SCENES) await take(browser, demo.url, scene);
} finally {
  await browser.close();
}
