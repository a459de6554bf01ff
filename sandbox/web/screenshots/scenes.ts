import type { Page } from 'playwright-core';

/** One picture: how the page is looked at, and what is done before it is taken. */
export interface ScreenshotScene {
  /** The file's name, without its ending. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly scheme: 'dark' | 'light';
  readonly prepare: (page: Page) => Promise<void>;
}

const CARD = { width: 1100, height: 800, scheme: 'dark' } as const;
const PHONE = { width: 390, height: 844 } as const;

async function openChannel(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: /^Servers and channels/ });
  if (await menu.isVisible()) await menu.click();
  await page
    .getByRole('navigation', { name: 'Channels' })
    .getByRole('button', { name: new RegExp(`^${name}(,|$)`) })
    .click();
}

async function cause(page: Page, button: string): Promise<void> {
  const panel = page.getByRole('button', { name: 'Control panel' });
  if ((await panel.getAttribute('aria-expanded')) !== 'true') await panel.click();
  await page.getByRole('button', { name: button, exact: true }).click();
}

async function closePanel(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Close the control panel' });
  const panel = page.getByRole('button', { name: 'Control panel', exact: true });
  if (await close.isVisible()) await close.click();
  else if ((await panel.getAttribute('aria-expanded')) === 'true') await panel.click();
}

async function message(page: Page, words: RegExp): Promise<void> {
  await page.getByRole('article').filter({ hasText: words }).last().waitFor();
}

/** Types a command's name and takes it; the first option waits for what is typed next. */
async function command(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: /^Message #/ }).fill(`/${name}`);
  await page.getByRole('option', { name: `/${name}` }).click();
}

/** Types what an option is to hold, and takes the first choice. */
async function choose(page: Page, typed: string, choice: RegExp): Promise<void> {
  await page.keyboard.type(typed);
  await page.getByRole('option', { name: choice }).click();
}

/**
 * A lookup whose answer is one card: its options are typed in the order in which the message box asks for them.
 * @param shows words of the card by which it is known
 */
function lookup(
  name: string,
  slash: string,
  options: readonly (readonly [string, RegExp])[],
  shows: RegExp,
): ScreenshotScene {
  return {
    ...CARD,
    name,
    async prepare(page) {
      await closePanel(page);
      await openChannel(page, 'general');
      await command(page, slash);
      for (const [typed, choice] of options) await choose(page, typed, choice);
      await page.keyboard.press('Enter');
      await message(page, shows);
    },
  };
}

/** In this order, so that what one leaves behind does not stand in the next. */
export const SCENES: readonly ScreenshotScene[] = [
  {
    ...CARD,
    name: 'set-up',
    height: 1100,
    async prepare(page) {
      await closePanel(page);
      await openChannel(page, 'general');
      await command(page, 'alerts add');
      await page.getByRole('option', { name: /^collection/ }).click();
      await choose(page, 'lantern', /^Lantern Foxes/);
      await page.keyboard.press('Enter');
      await message(page, /of the last 50 activities/);
    },
  },
  {
    ...CARD,
    name: 'alert',
    async prepare(page) {
      await openChannel(page, 'all-sales');
      await closePanel(page);
      // A sale that is told alone has its picture below, not beside.
      await page.locator('.messages > li:last-child .embed-image img').waitFor();
    },
  },
  {
    ...CARD,
    name: 'sweep',
    width: 1280,
    height: 1000,
    async prepare(page) {
      await openChannel(page, 'lantern-foxes');
      await cause(page, 'Sweep of 7');
      await message(page, /Sweep: 7 ×/);
    },
  },
  {
    ...CARD,
    name: 'auction-alerts',
    height: 1000,
    async prepare(page) {
      await openChannel(page, 'auctions');
      await cause(page, 'Auction');
      await closePanel(page);
      await message(page, /Highest bid/);
    },
  },
  lookup('collection', 'collection info', [['quiet', /^Quiet Monuments/]], /Three hundred monuments/),
  {
    ...lookup('token', 'token', [['lantern foxes 712', /Lantern Foxes #712/]], /Lantern Fox #712/),
    height: 1000,
  },
  {
    ...CARD,
    name: 'auction',
    height: 1000,
    async prepare(page) {
      await cause(page, 'Auction');
      await closePanel(page);
      await openChannel(page, 'general');
      await command(page, 'auction show');
      await page
        .getByRole('option', { name: / · ends in/ })
        .first()
        .click();
      await page.keyboard.press('Enter');
      await message(page, /Highest bid|Starting price|No bids|bids/i);
    },
  },
  {
    ...PHONE,
    name: 'phone',
    scheme: 'light',
    async prepare(page) {
      await openChannel(page, 'lantern-foxes');
      await cause(page, 'Sweep of 7');
      await closePanel(page);
      await message(page, /Sweep: 7 ×/);
    },
  },
];
