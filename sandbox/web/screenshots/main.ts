import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { findChromium, launchChromium } from './chromium.ts';
import { LAYOUT_CHANNELS, startGallery } from './gallery.ts';
import { LAYOUT_VIEWS, type LayoutView, openChannel, SCENES, type ScreenshotScene } from './scenes.ts';
import { startDemo } from './start-demo.ts';
import { WATCH_SCENES } from './watch-scenes.ts';
import { toWebp } from './webp.ts';

/* `npm run screenshots`: takes all pictures of the documents, or those named after `--`: of `demo`, `alerts`, `market` or `watches`. */

const FOLDER = fileURLToPath(new URL('../../../docs/screenshots/', import.meta.url));
const SEED = 1;
/** Recorded sales of years beside the project, without which there are no pictures of a market whose weeks go by. */
const RECORDING = fileURLToPath(
  new URL('../../../../shared/fixtures/replay/cryptopunks-to-2021', import.meta.url),
);
const SPEED = 40_000;
/** Enough for some weeks, ms. */
const WEEKS_GO_BY_MS = 60_000;
/** By the market's clock. */
const LOADED_AFTER_MS = 10 * 86_400_000;
/** Channels of that market, and what the pictures of their latest messages are called. */
const MARKET_MESSAGES = [
  ['floors', 'floor-alert'],
  ['weekly', 'recap'],
] as const;

/** Larger than any message list of the gallery. */
const MAX_HEIGHT = 12_000;

/** Waits until every picture is loaded and no animation runs. */
async function settle(page: Page, isAtEnd = true): Promise<void> {
  if (isAtEnd)
    await page.getByRole('button', { name: /^Jump to present|present$/ }).waitFor({ state: 'detached' });
  await page.waitForFunction('[...document.images].every((image) => image.complete)');
  await page.evaluate('document.fonts.ready');
}

async function opened(
  browser: Browser,
  url: string,
  { width, height, scheme }: Pick<ScreenshotScene, 'width' | 'height' | 'scheme'>,
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('[data-connection="open"]').waitFor();
  return page;
}

async function write(browser: Browser, name: string, png: Buffer): Promise<void> {
  await writeFile(`${FOLDER}${name}.webp`, await toWebp(browser, png));
  process.stdout.write(`docs/screenshots/${name}.webp\n`);
}

async function take(browser: Browser, url: string, scene: ScreenshotScene): Promise<void> {
  const page = await opened(browser, url, scene);
  await scene.prepare(page);
  await settle(page, scene.isAtEnd);
  await page.mouse.move(0, 0);
  const png = await page.screenshot();
  await page.context().close();
  await write(browser, scene.name, png);
}

/** All messages of a channel, without the page around them. */
async function takeChannel(browser: Browser, url: string, channel: string, view: LayoutView): Promise<void> {
  const page = await opened(browser, url, { ...view, height: MAX_HEIGHT });
  await openChannel(page, channel);
  await page.locator('.messages > li').last().waitFor();
  await settle(page);
  const name = `alerts-${channel}-${view.name}`;
  const box = await page.locator('.messages').boundingBox();
  if (box === null) throw new Error(`There are no messages in ${channel}.`);
  const clip = { ...box, width: Math.min(box.width, view.clipWidth), height: box.height + view.margin };
  const png = await page.screenshot({ clip });
  await page.context().close();
  await write(browser, name, png);
}

async function takeScenes(browser: Browser, scenes: readonly ScreenshotScene[]): Promise<void> {
  await using demo = await startDemo(SEED);
  for (const scene of scenes) await take(browser, demo.url, scene);
}

async function takeAlerts(browser: Browser): Promise<void> {
  await using gallery = await startGallery(SEED);
  for (const channel of LAYOUT_CHANNELS) {
    if (channel === 'summary') await gallery.burst();
    for (const view of LAYOUT_VIEWS) await takeChannel(browser, gallery.url, channel, view);
  }
}

/** The latest message of a channel, with its chart. */
async function takeLatest(
  browser: Browser,
  url: string,
  { channel, name, view }: { readonly channel: string; readonly name: string; readonly view: LayoutView },
): Promise<void> {
  const page = await opened(browser, url, { ...view, height: MAX_HEIGHT });
  await openChannel(page, channel);
  const messages = page.locator('.messages > li');
  // The market's time is ahead of the browser's, and runs on while the page is loaded again.
  const at = await messages.last().locator('time[datetime]').first().getAttribute('datetime');
  if (at === null) throw new Error(`There are no messages in ${channel}.`);
  await page.clock.setFixedTime(Date.parse(at) + LOADED_AFTER_MS);
  await page.reload();
  await openChannel(page, channel);
  const message = messages.last();
  await message.getByRole('img').last().waitFor();
  await page.evaluate('Promise.all([...document.images].map((image) => image.decode().catch(() => null)))');
  const png = await message.screenshot();
  await page.context().close();
  await write(browser, `${name}-${view.name}`, png);
}

async function takeMarket(browser: Browser): Promise<void> {
  if (!existsSync(RECORDING)) {
    process.stdout.write(`No pictures of recaps and floors: ${RECORDING} is not there.\n`);
    return;
  }
  await using demo = await startDemo(SEED, { speed: SPEED, replay: [RECORDING] });
  await delay(WEEKS_GO_BY_MS);
  for (const [channel, name] of MARKET_MESSAGES)
    for (const view of LAYOUT_VIEWS) await takeLatest(browser, demo.url, { channel, name, view });
}

const executable = findChromium(process.env['CHROMIUM_PATH']);
if (executable === null) throw new Error('There is no Chromium here; CHROMIUM_PATH may name one.');
await mkdir(FOLDER, { recursive: true });
const wanted = process.argv.slice(2);
const browser = await launchChromium(executable);
try {
  if (wanted.length === 0 || wanted.includes('demo')) await takeScenes(browser, SCENES);
  if (wanted.length === 0 || wanted.includes('alerts')) await takeAlerts(browser);
  if (wanted.length === 0 || wanted.includes('market')) await takeMarket(browser);
  if (wanted.length === 0 || wanted.includes('watches')) await takeScenes(browser, WATCH_SCENES);
} finally {
  await browser.close();
}
