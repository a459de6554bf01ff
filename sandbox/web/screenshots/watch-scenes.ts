import type { Locator, Page } from 'playwright-core';
import { cause, closePanel, LAYOUT_VIEWS, openChannel, openDrawer, type ScreenshotScene } from './scenes.ts';

const WIDE = { width: 1100, height: 800, scheme: 'dark' } as const;
const PHONE_HEIGHT = 844;
/** The demo's person who is told alone what she watches. */
const WATCHER = 'cleo';
const MESSAGE_WITHIN_MS = 120_000;

const articles = (page: Page): Locator => page.getByRole('main').getByRole('article');

async function becomeWatcher(page: Page): Promise<void> {
  await closePanel(page);
  await openDrawer(page);
  await page.getByRole('combobox', { name: 'You are' }).click();
  await page.getByRole('option', { name: new RegExp(`^${WATCHER}`) }).click();
  await page.locator('.person-words b', { hasText: WATCHER }).waitFor({ state: 'attached' });
}

/** A listing of what she watches opens them, if none did yet. */
async function openDirectMessages(page: Page): Promise<void> {
  await cause(page, 'Bargain');
  await becomeWatcher(page);
  await openDrawer(page);
  await page
    .getByRole('navigation', { name: 'Servers' })
    .getByRole('button', { name: /^Direct messages/ })
    .click();
  await page.locator('.channels [data-channel]').waitFor({ state: 'attached', timeout: MESSAGE_WITHIN_MS });
  await openChannel(page, 'Gavel');
  await articles(page).last().waitFor();
}

const told = LAYOUT_VIEWS.map(
  ({ name, width, scheme }): ScreenshotScene => ({
    name: `watch-${name}`,
    width: width < WIDE.width / 2 ? width : WIDE.width,
    height: width < WIDE.width / 2 ? PHONE_HEIGHT : WIDE.height,
    scheme,
    prepare: openDirectMessages,
  }),
);

/** What somebody watches and is told of, in the order in which the pictures are taken. */
export const WATCH_SCENES: readonly ScreenshotScene[] = [
  ...told,
  {
    ...WIDE,
    name: 'watch-this',
    // The menu is at the top of the message, which may be longer than the window.
    isAtEnd: false,
    async prepare(page) {
      // A new message would push the one with the menu out of view.
      await cause(page, 'Pause');
      await becomeWatcher(page);
      await openChannel(page, 'all-sales');
      const message = articles(page).last();
      await message.locator('.embed').last().waitFor();
      await message.getByRole('button', { name: 'Apps' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Watch this' }).waitFor();
    },
  },
  {
    ...WIDE,
    name: 'watch-list',
    async prepare(page) {
      await becomeWatcher(page);
      await openChannel(page, 'general');
      await page.getByRole('combobox', { name: /^Message #/ }).fill('/watch list');
      await page.getByRole('option', { name: '/watch list' }).click();
      await page.keyboard.press('Enter');
      await articles(page).filter({ hasText: 'Your watches' }).last().waitFor();
    },
  },
];
