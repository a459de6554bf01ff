import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBot, type PageWorld, startPageWorld } from '../sandbox/web/page-world.ts';
import { describeInBrowser } from './in-browser.ts';
import { chooseCommand, openChannel, parts, shows } from './page.ts';

describeInBrowser('what a person does to a bot in the page', ({ open }) => {
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

  it('presses a button, and sees the message edited', async () => {
    const { message, last } = await shout('quietly');
    await message.getByRole('button', { name: 'Louder' }).click();

    await last.getByText('LOUDER', { exact: true }).waitFor();
    expect(await shows(last.getByText('(edited)'))).toBe(true);
  });

  it('chooses from a menu', async () => {
    const { message, last } = await shout('which tone');
    await message.getByRole('combobox').selectOption({ label: 'Stern' });

    expect(await shows(last.getByText('stern', { exact: true }))).toBe(true);
  });

  it('fills a form', async () => {
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

  it('is told when the bot does not answer', async () => {
    const page = await open(world.page.url);
    await parts(page).box.waitFor();
    await chooseCommand(page, 'silence');
    await page.keyboard.press('Enter');

    await page.getByText('Sending command…').waitFor();
    const failure = page.getByRole('alert').filter({ hasText: 'The application did not respond' });
    expect(await shows(failure)).toBe(true);
  });

  it('is told what a required option lacks, and by Escape leaves the command', async () => {
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

  it('reads what the bot writes as text, whatever it looks like', async () => {
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

  it('keeps what is read in its place while messages come in, and leads to them', async () => {
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

  it('loads earlier messages until the beginning', async () => {
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
