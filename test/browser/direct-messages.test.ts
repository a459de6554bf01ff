import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBot, type PageWorld, startPageWorld } from '../sandbox/web/page-world.ts';
import { describeInBrowser } from './in-browser.ts';
import { chooseCommand, openChannel, parts, shows, switchUser } from './page.ts';

describeInBrowser('what is between a person and the bot, in the page', ({ open }) => {
  let world: PageWorld;
  let bot: AsyncDisposable;
  let general: string;
  beforeAll(async () => {
    world = await startPageWorld();
    bot = await connectBot(world);
    general = world.channel('Auction House #general');
  });
  afterAll(async () => {
    await bot[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  async function entered(name: string): Promise<Page> {
    const page = await open(world.page.url);
    await parts(page).box.waitFor();
    await switchUser(page, name);
    return page;
  }

  it('is a command in the menu of a message', async () => {
    const page = await entered('ben');
    await world.say(general, 'Fox #7 sold');
    const alert = parts(page).messages.filter({ hasText: 'Fox #7 sold' }).last();
    await alert.hover();
    await alert.getByRole('button', { name: 'Apps' }).click();
    await page.getByRole('menu', { name: 'Apps' }).getByRole('menuitem', { name: 'Watch this' }).click();

    const answer = parts(page).messages.filter({ hasText: 'Watched: Fox #7 sold' });
    expect(await shows(answer.getByText('Only you can see this'))).toBe(true);
    expect(await shows(answer.locator('.used-command', { hasText: /^Watch this$/ }))).toBe(true);
    expect(await answer.getByRole('button', { name: 'Apps' }).count()).toBe(0);
    await switchUser(page, 'ada');
    await parts(page).messages.filter({ hasText: 'Fox #7 sold' }).last().waitFor();
    expect(await parts(page).messages.filter({ hasText: 'Watched' }).count()).toBe(0);
  });

  it('is reached by keyboard and by a right click, and closed by Escape', async () => {
    const page = await entered('ben');
    await world.say(general, 'Fox #8 sold');
    const alert = parts(page).messages.filter({ hasText: 'Fox #8 sold' }).last();
    const menu = page.getByRole('menu', { name: 'Apps' });
    await alert.getByRole('button', { name: 'Apps' }).focus();
    await page.keyboard.press('Enter');
    const focused = page.locator('[role="menuitem"]:focus');
    await focused.filter({ hasText: 'Watch this' }).waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page.locator('[aria-label="Apps"]:focus').waitFor();

    await alert.click({ button: 'right' });
    await menu.waitFor();
    await parts(page).title.click();
    await menu.waitFor({ state: 'detached' });
    await alert.click({ button: 'right' });
    await focused.waitFor();
    await page.keyboard.press('Enter');
    expect(await shows(parts(page).messages.filter({ hasText: 'Watched: Fox #8 sold' }))).toBe(true);
  });

  it.each([390, 1280])(
    'covers no words of a message with its menu where there is no pointer (%i wide)',
    async (width) => {
      const page = await open(world.page.url, { width, touch: true });
      const words = 'Fox number nine was sold for far more than anybody had expected of it. '.repeat(4);
      for (const number of [1, 2]) await world.say(general, `${words}${number}`);
      const alerts = parts(page).messages.filter({ hasText: words.trim() });
      await alerts.nth(1).waitFor();

      for (const alert of await alerts.all()) {
        const button = await alert.getByRole('button', { name: 'Apps' }).boundingBox();
        const lines = await alert.locator('.content').evaluate((content) => {
          const range = content.ownerDocument.createRange();
          range.selectNodeContents(content);
          // The boxes of lines, without that of the whole.
          const whole = content.getBoundingClientRect();
          return [...range.getClientRects()]
            .filter(({ height }) => height < whole.height)
            .map(({ top, right, bottom }) => ({ top, right, bottom }));
        });
        if (button === null) throw new Error('There is no button.');
        const covered = lines.filter(
          ({ top, right, bottom }) => right > button.x && top < button.y + button.height && bottom > button.y,
        );
        expect(lines.length).toBeGreaterThan(1);
        expect(covered).toEqual([]);
      }
    },
  );

  it('is a conversation that one can begin, close and open again', async () => {
    const page = await entered('ben');
    await parts(page).servers.getByRole('button', { name: 'Direct messages' }).click();
    await page.getByRole('button', { name: 'Write to Gavel' }).click();
    const box = page.getByRole('combobox', { name: /^Message @Gavel/ });
    await box.fill('/whisper');
    await page.getByRole('option', { name: '/whisper' }).click();
    await page.keyboard.press('Enter');
    await parts(page).messages.filter({ hasText: 'Psst' }).waitFor();

    const [channel] = world.discord.view(world.member).directMessages();
    const accepts = page.getByRole('switch', { name: 'Direct messages' });
    await accepts.click();
    await page.locator('[role="switch"][aria-checked="false"]', { hasText: 'Direct messages' }).waitFor();
    expect((await world.say(channel?.id ?? '', 'Sold')).status).toBe(403);
    await accepts.click();
    await page.locator('[role="switch"][aria-checked="true"]', { hasText: 'Direct messages' }).waitFor();
    await world.say(channel?.id ?? '', 'Sold again');
    expect(await shows(parts(page).messages.filter({ hasText: 'Sold again' }))).toBe(true);
  });

  it('is an application of the account, whose commands work in a server without the bot', async () => {
    const { id: guildId } = world.discord.createGuild({ name: 'Tea Room', ownerId: world.admin });
    world.discord.createChannel({ guildId, name: 'talk' });
    world.discord.addMember({ guildId, userId: world.member });
    const page = await entered('ben');
    const openTeaRoom = async () => {
      await parts(page).servers.getByRole('button', { name: 'Tea Room' }).click();
      await openChannel(page, 'talk');
    };
    await openTeaRoom();
    await parts(page).box.fill('/');
    expect(await parts(page).commands.getByRole('option', { name: '/whisper' }).count()).toBe(0);

    await parts(page).servers.getByRole('button', { name: 'Direct messages' }).click();
    await page.getByRole('switch', { name: 'Gavel in your account' }).click();
    await page
      .locator('[role="switch"][aria-checked="true"]', { hasText: 'Gavel in your account' })
      .waitFor();
    await openTeaRoom();
    await chooseCommand(page, 'whisper');
    await page.keyboard.press('Enter');
    expect(await shows(parts(page).messages.filter({ hasText: 'Psst' }))).toBe(true);
  });
});
