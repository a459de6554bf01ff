import type { Page } from 'playwright-core';

/** One screenshot: the browser's settings, and the steps before it is taken. */
export interface ScreenshotScene {
  /** The file name without its extension. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly scheme: 'dark' | 'light';
  /** Whether the end of the newest message is in view; true by default. */
  readonly isAtEnd?: boolean;
  readonly prepare: (page: Page) => Promise<void>;
}

/** How the channels of the gallery are taken. Lengths in CSS pixels. */
export interface LayoutView {
  /** The end of the file name. */
  readonly name: string;
  /** Of the window. */
  readonly width: number;
  /** The picture is cut off here; alerts are narrower. */
  readonly clipWidth: number;
  /** Below the last message. */
  readonly margin: number;
  readonly scheme: 'dark' | 'light';
}

/** As wide as the sidebar and 640 pixels of messages. */
const WIDE = { width: 944, clipWidth: 640, margin: 16 } as const;
const NARROW = { width: 390, clipWidth: 390, margin: 16 } as const;

export const LAYOUT_VIEWS: readonly LayoutView[] = [
  { ...WIDE, name: 'dark', scheme: 'dark' },
  { ...WIDE, name: 'light', scheme: 'light' },
  { ...NARROW, name: 'phone-dark', scheme: 'dark' },
  { ...NARROW, name: 'phone-light', scheme: 'light' },
];

const CARD = { width: 1100, height: 800, scheme: 'dark' } as const;
const PHONE = { width: 390, height: 844 } as const;

/** Opens the drawer of servers and channels on a phone, if it is not open. */
export async function openDrawer(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: /^Servers and channels/ });
  if ((await menu.isVisible()) && (await menu.getAttribute('aria-expanded')) !== 'true') await menu.click();
}

/** Opens a channel by its name, on a phone from the drawer. */
export async function openChannel(page: Page, name: string): Promise<void> {
  await openDrawer(page);
  await page
    .getByRole('navigation', { name: 'Channels' })
    .getByRole('button', { name: new RegExp(`^${name}(,|$)`) })
    .click();
}

/** Lets something happen by a button of the control panel. */
export async function cause(page: Page, button: string): Promise<void> {
  const panel = page.getByRole('button', { name: 'Control panel' });
  if ((await panel.getAttribute('aria-expanded')) !== 'true') await panel.click();
  await page.getByRole('button', { name: button, exact: true }).click();
}

/** The opening auction's card is there already: the picture shall be of the caused auction. */
async function causeAuction(page: Page): Promise<void> {
  await cause(page, 'Auction');
  await closePanel(page);
  await page.getByText('Auction posted in').waitFor();
}

export async function closePanel(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Close the control panel' });
  const panel = page.getByRole('button', { name: 'Control panel', exact: true });
  if (await close.isVisible()) await close.click();
  else if ((await panel.getAttribute('aria-expanded')) === 'true') await panel.click();
}

/** Waits for a message with these words, and until no command waits for its answer. */
async function message(page: Page, words: RegExp): Promise<void> {
  await page.getByRole('article').filter({ hasText: words }).last().waitFor();
  await page.getByText('Sending command…').waitFor({ state: 'detached' });
}

/** Types a command's name and picks it; its first option then has the focus. */
async function command(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: /^Message #/ }).fill(`/${name}`);
  await page.getByRole('option', { name: `/${name}` }).click();
}

/** Types an option's value and picks the first choice. */
async function choose(page: Page, typed: string, choice: RegExp): Promise<void> {
  await page.keyboard.type(typed);
  await page.getByRole('option', { name: choice }).click();
}

/**
 * A lookup whose answer is one embed: options are typed in the order of the message box.
 * @param shows a text of the embed
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

/** The sales of a collection since the demo has begun. */
async function chart(page: Page, channel: string): Promise<void> {
  await closePanel(page);
  await openChannel(page, channel);
  await command(page, 'collection chart');
  await choose(page, 'lantern', /^Lantern Foxes/);
  await page.keyboard.press('Enter');
  await message(page, /Lantern Foxes sales/);
  await page.getByRole('button', { name: 'All time' }).last().click();
  await message(page, /Lantern Foxes sales · All time/);
}

/** What is typed into the modal of `/template`. */
const WORDS = {
  Message: '**{token}** found a new home[ for {price.fiat}]!',
  Title: '{token} sold for {price|"an unknown price"}',
  Text: 'Bought by {buyer|"somebody"}[ · {floor.change}][\nHeld for {held} · profit {profit}]',
} as const;

/** In this order, so that no screenshot contains the results of an earlier one. */
export const SCENES: readonly ScreenshotScene[] = [
  {
    ...CARD,
    name: 'greeting',
    height: 500,
    async prepare(page) {
      await closePanel(page);
      await openChannel(page, 'general');
      await message(page, /I post sales/);
    },
  },
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
      await message(page, /Latest match/);
    },
  },
  {
    ...CARD,
    name: 'one-step',
    height: 500,
    async prepare(page) {
      await closePanel(page);
      await openChannel(page, 'general');
      await command(page, 'alerts add');
      await page.getByRole('option', { name: /^channel/ }).click();
      await choose(page, 'market', /market/);
      await page.getByRole('option', { name: /^collection/ }).click();
      await choose(page, 'tidewater', /^Tidewater/);
      await page.keyboard.press('Enter');
      await message(page, /now gets/);
    },
  },
  lookup('help', 'help', [], /What I can do/),
  lookup('alert-list', 'alerts list', [], /Alerts/),
  lookup('channel-settings', 'alerts channel', [], /Quiet hours/),
  lookup('health', 'alerts health', [], /All good|need attention/),
  {
    ...CARD,
    name: 'alert',
    async prepare(page) {
      await openChannel(page, 'all-sales');
      await closePanel(page);
      await page
        .locator('.messages > li:last-child :is(.embed-image, .embed-thumbnail) img')
        .first()
        .waitFor();
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
      await page.getByText('Sweep of 7 posted in').waitFor();
    },
  },
  {
    ...CARD,
    name: 'auction-alerts',
    height: 1000,
    async prepare(page) {
      await openChannel(page, 'auctions');
      await causeAuction(page);
    },
  },
  lookup('collection', 'collection info', [['quiet', /^Quiet Monuments/]], /Three hundred monuments/),
  {
    ...CARD,
    name: 'chart',
    height: 1000,
    prepare: (page) => chart(page, 'general'),
  },
  {
    ...PHONE,
    name: 'chart-phone',
    scheme: 'light',
    prepare: (page) => chart(page, 'general'),
  },
  {
    ...lookup('token', 'token', [['lantern foxes 712', /Lantern Foxes #712/]], /Lantern Fox #712/),
    height: 1000,
  },
  {
    ...CARD,
    name: 'auction',
    height: 1000,
    async prepare(page) {
      await causeAuction(page);
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
      // On a phone the panel closes by itself.
      await page.getByText('Sweep of 7 posted in').waitFor();
    },
  },
  // The last one, because sales look otherwise from then on.
  {
    ...CARD,
    name: 'template',
    height: 1100,
    async prepare(page) {
      await closePanel(page);
      await openChannel(page, 'general');
      await command(page, 'template');
      await page.getByRole('option', { name: /^channel/ }).click();
      await choose(page, 'all-sales', /all-sales/);
      await page.keyboard.press('Enter');
      await message(page, /Template for sales/);
      await page.getByRole('button', { name: 'Edit', exact: true }).last().click();
      const modal = page.getByRole('dialog');
      for (const [part, words] of Object.entries(WORDS))
        await modal.getByRole('textbox', { name: new RegExp(`^${part}`) }).fill(words);
      await modal.getByRole('button', { name: 'Submit' }).click();
      await message(page, /Saved/);
    },
  },
];
