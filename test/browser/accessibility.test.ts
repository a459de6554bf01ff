import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBot, type PageWorld, startPageWorld } from '../sandbox/web/page-world.ts';
import { describeInBrowser } from './in-browser.ts';
import { openChannel, parts, ready } from './page.ts';

const isFocused = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => element.ownerDocument.activeElement === element);

/** Every interactive element with its accessible name. */
const NAMELESS = `(() => [...document.querySelectorAll('button, a[href], input, select, textarea, [role=switch]')]
  .filter((element) => {
    const label = element.getAttribute('aria-label') ?? '';
    const labelled = element.labels?.length ?? 0;
    return label.trim() === '' && labelled === 0 && element.textContent.trim() === '';
  })
  .map((element) => element.outerHTML))()`;

const MOVING = `[...document.querySelectorAll('*')].filter((element) => {
  const { animationName, transitionProperty, transitionDuration } = getComputedStyle(element);
  return animationName !== 'none' || (transitionProperty !== 'none' && transitionDuration !== '0s');
}).length`;

describeInBrowser('the accessibility of the page', ({ open }) => {
  let world: PageWorld;
  let bot: AsyncDisposable;
  beforeAll(async () => {
    world = await startPageWorld();
    bot = await connectBot(world);
  });
  afterAll(async () => {
    await bot[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  it('has landmarks, one main heading, and a name for every control', async () => {
    const page = await open(world.page.url);
    const { box, channels, servers, panel, title } = parts(page);
    for (const part of [box, channels, servers, panel, title]) await part.waitFor();

    expect(await page.getByRole('main').count()).toBe(1);
    expect(await title.count()).toBe(1);
    expect(await page.evaluate(NAMELESS)).toEqual([]);
    expect(await page.locator('img:not([alt])').count()).toBe(0);
  });

  it('announces the highlighted command', async () => {
    const page = await open(world.page.url);
    const { box, commands } = parts(page);
    await box.focus();
    expect(await box.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.type('/');
    await commands.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');

    await expect.poll(() => commands.getByRole('option').nth(1).getAttribute('aria-selected')).toBe('true');
    expect(await box.getAttribute('aria-expanded')).toBe('true');
    expect(await box.getAttribute('aria-controls')).toBe(await commands.getAttribute('id'));
    expect(await box.getAttribute('aria-activedescendant')).toBe(
      await commands.getByRole('option').nth(1).getAttribute('id'),
    );
  });

  it('announces new messages, with their channel where it is not the open one', async () => {
    const page = await open(world.page.url);
    await ready(page);
    await world.say(world.channel('Auction House #all-sales'), 'Sold!');
    await expect.poll(() => page.getByRole('log').innerText()).toBe('Gavel in all-sales: Sold!');
  });

  it('moves through channels and messages with the arrow keys', async () => {
    const page = await open(world.page.url);
    const { channels } = parts(page);
    await parts(page).box.waitFor();
    await channels.getByRole('button', { name: /^general/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => parts(page).title.innerText()).toBe('all-sales');
    expect(await channels.locator('button[tabindex="0"]').count()).toBe(1);
  });

  it('begins with a link that skips to the message box, and shows the focus', async () => {
    const page = await open(world.page.url);
    const { box } = parts(page);
    await box.waitFor();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to the message box' });
    await expect.poll(() => isFocused(skip)).toBe(true);
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused(box)).toBe(true);
  });

  it('moves the focus to the message box once a channel is chosen, and types there from anywhere', async () => {
    const page = await open(world.page.url);
    const { box, title } = parts(page);
    await box.waitFor();
    await openChannel(page, 'all-sales');
    await expect.poll(() => isFocused(box)).toBe(true);

    await page
      .getByRole('button', { name: 'Pause' })
      .or(page.getByRole('button', { name: 'Open the market' }))
      .focus();
    await page.keyboard.type('/sh');
    expect(await box.inputValue()).toBe('/sh');
    expect(await title.innerText()).toBe('all-sales');
  });

  it('has no motion with reduced motion', async () => {
    const page = await open(world.page.url, { reducedMotion: true, width: 390, height: 844 });
    await parts(page).title.waitFor();
    expect(await page.evaluate(MOVING)).toBe(0);
  });
});
