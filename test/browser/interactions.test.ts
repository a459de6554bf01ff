import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBot, type PageWorld, startPageWorld } from '../sandbox/web/page-world.ts';
import { describeInBrowser } from './in-browser.ts';
import { choose, chooseCommand, openChannel, parts, shows } from './page.ts';

describeInBrowser('interactions with a bot in the page', ({ open }) => {
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

  async function shout(text: string) {
    const page = await open(world.page.url);
    await parts(page).box.waitFor();
    await chooseCommand(page, 'shout');
    await page.keyboard.type(text);
    await parts(page).commands.getByRole('option', { name: 'Hello' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    const message = parts(page).messages.filter({ hasText: text }).last();
    await message.waitFor();
    return { page, message, last: parts(page).messages.last() };
  }

  it('press a button and show the edited message', async () => {
    const { message, last } = await shout('quietly');
    await message.getByRole('button', { name: 'Louder' }).click();

    await last.getByText('LOUDER', { exact: true }).waitFor();
    expect(await shows(last.getByText('(edited)'))).toBe(true);
  });

  it('choose from a menu', async () => {
    const { page, message, last } = await shout('which tone');
    await choose(page, message.getByRole('combobox'), 'Stern');

    expect(await shows(last.getByText('stern', { exact: true }))).toBe(true);
  });

  it('choose from a menu by keyboard, where typing finds a choice and Escape closes the list', async () => {
    const { page, message, last } = await shout('by hand');
    const menu = message.getByRole('combobox');
    const list = message.getByRole('listbox');
    await menu.focus();
    await page.keyboard.press('Enter');
    await list.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => list.count()).toBe(0);

    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('s');
    await expect
      .poll(() => menu.getAttribute('aria-activedescendant'))
      .toBe(await message.getByRole('option', { name: 'Stern' }).getAttribute('id'));
    await page.keyboard.press('Space');

    expect(await shows(last.getByText('stern', { exact: true }))).toBe(true);
    expect(await list.count()).toBe(0);
  });

  it('submit a modal', async () => {
    const page = await open(world.page.url);
    await parts(page).box.waitFor();
    await chooseCommand(page, 'form');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'A form' });
    await dialog.getByRole('textbox', { name: 'Words' }).fill('well said');
    await page.keyboard.press('Enter');

    await parts(page).messages.filter({ hasText: 'well said' }).waitFor();
    await expect.poll(() => dialog.count()).toBe(0);
  });

  it('show that the bot did not respond', async () => {
    const page = await open(world.page.url);
    await parts(page).box.waitFor();
    await chooseCommand(page, 'silence');
    await page.keyboard.press('Enter');

    await page.getByText('Sending command…').waitFor();
    const failure = page.getByRole('alert').filter({ hasText: 'The application did not respond' });
    expect(await shows(failure)).toBe(true);
  });

  it('show the problem of a required option, and Escape closes the command', async () => {
    const page = await open(world.page.url);
    const { box } = parts(page);
    await box.waitFor();
    await chooseCommand(page, 'shout');
    await parts(page).commands.getByRole('option', { name: 'Hello' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'This option is required' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await shows(box)).toBe(true);
  });

  it('show the bot’s text as text, even when it looks like markup', async () => {
    const page = await open(world.page.url);
    const channel = world.channel('Auction House #general');
    await parts(page).box.waitFor();
    await world.say(
      channel,
      '<img src=x onerror=alert(1)> **bold** [a](javascript:alert(1)) <script>1</script>',
    );

    const message = parts(page).messages.filter({ hasText: '<img src=x onerror=alert(1)>' });
    await message.waitFor();
    expect(await message.locator('strong').innerText()).toBe('bold');
    expect(await message.locator('img, script, a').count()).toBe(0);
  });

  it('keep the scroll position while messages arrive, and offer a jump to them', async () => {
    const page = await open(world.page.url);
    const channel = world.channel('Auction House #all-sales');
    await openChannel(page, 'all-sales');
    for (let count = 1; count <= 40; count += 1) await world.say(channel, `line ${count}`);
    await page.getByText('line 40', { exact: true }).waitFor();
    await page.mouse.move(600, 400);
    await page.mouse.wheel(0, -600);
    await page.getByText('You’re viewing older messages').waitFor();
    await world.say(channel, 'one more');

    await page.getByRole('button', { name: /^1 new message below/ }).click();
    await expect.poll(() => page.getByText('one more', { exact: true }).isVisible()).toBe(true);
    await expect.poll(() => page.getByRole('button', { name: /Jump to present/ }).count()).toBe(0);
  });

  it('load earlier messages up to the first one', async () => {
    const page = await open(world.page.url);
    const channel = world.channel('Auction House #moderators');
    for (let count = 1; count <= 130; count += 1) await world.say(channel, `row ${count}.`);
    await openChannel(page, 'moderators');
    await page.getByText('row 130.', { exact: true }).waitFor();
    expect(await page.getByText('row 30.', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show earlier messages' }).click();
    await page.getByText('row 1.', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Welcome to #moderators!' }).waitFor();
  });
});
