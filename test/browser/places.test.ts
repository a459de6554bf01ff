import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBot, type PageWorld, startPageWorld } from '../sandbox/web/page-world.ts';
import { describeInBrowser } from './in-browser.ts';
import { choose, chooseCommand, openChannel, parts, shows, switchUser } from './page.ts';

describeInBrowser('threads, direct messages and files in the page', ({ open, consoleProblems }) => {
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

  async function entered() {
    const page = await open(world.page.url);
    await parts(page).box.waitFor();
    return page;
  }

  it('list a thread below its channel, without commands once it is archived', async () => {
    const page = await entered();
    const { id } = world.discord.createThread({ channelId: general, name: 'bids' });
    await openChannel(page, 'bids');
    await world.say(id, 'A bid');

    await parts(page).messages.filter({ hasText: 'A bid' }).waitFor();
    await page.getByRole('heading', { name: 'Welcome to #bids!' }).waitFor();
    world.discord.setThread(id, { archived: true });
    expect(await shows(page.getByText('This thread is archived'))).toBe(true);
  });

  it('show events between the first request and the first server-sent event', async () => {
    const page = await open('about:blank');
    await page.route(
      '**/web/events*',
      async (route) => {
        world.discord.createThread({ channelId: general, name: 'between' });
        await route.continue();
      },
      { times: 1 },
    );
    await page.goto(world.page.url);

    expect(await shows(parts(page).channels.getByRole('button', { name: /^between(,|$)/ }))).toBe(true);
  });

  it('announce a direct message, and open it', async () => {
    const page = await entered();
    await switchUser(page, 'ben');
    const { id } = world.discord.openDirectMessage(world.member, world.scenario.applicationId);
    await world.say(id, 'Your alert was paused');
    await parts(page).servers.getByRole('button', { name: 'Direct messages, 1 mention' }).click();

    await parts(page).messages.filter({ hasText: 'Your alert was paused' }).waitFor();
    expect(await shows(page.getByRole('combobox', { name: /^Message @Gavel/ }))).toBe(true);
  });

  it('show an empty channel as empty', async () => {
    const page = await entered();
    await switchUser(page, 'ada');
    await parts(page).servers.getByRole('button', { name: 'Direct messages' }).click();

    expect(await shows(page.getByText('Nobody has written to you yet.'))).toBe(true);
    await parts(page).servers.getByRole('button', { name: 'Auction House' }).click();
    expect(await shows(parts(page).box)).toBe(true);
  });

  it('send a picked file with a command', async () => {
    const page = await entered();
    await chooseCommand(page, 'read');
    const buffer = Buffer.from('two words');
    await page.getByLabel('file: Which').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer });
    await page.getByText('a.txt', { exact: true }).waitFor();
    await page.keyboard.press('Enter');

    expect(await shows(parts(page).messages.filter({ hasText: 'a.txt: two words' }))).toBe(true);
  });

  it('offer the bot’s file with its size for download', async () => {
    const page = await entered();
    await chooseCommand(page, 'report');
    await page.keyboard.press('Enter');
    const message = parts(page).messages.filter({ hasText: 'alerts.json' }).last();
    await message.getByText('13 bytes').waitFor();

    const downloading = page.waitForEvent('download');
    await message.getByRole('link', { name: 'alerts.json' }).click();
    expect((await downloading).suggestedFilename()).toBe('alerts.json');
  });

  it('show a picture that the bot uploaded', async () => {
    const page = await entered();
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const form = new FormData();
    form.append('payload_json', '{"content":"A picture"}');
    form.append('files[0]', new Blob([Buffer.from(png, 'base64')], { type: 'image/png' }), 'dot.png');
    world.discord.setOverwrite(general, { id: world.scenario.botId, type: 'member', allow: 1n << 15n });
    await fetch(`${world.discord.apiUrl}/v10/channels/${general}/messages`, {
      method: 'POST',
      headers: { authorization: `Bot ${world.scenario.token}` },
      body: form,
    });

    const picture = parts(page).messages.getByRole('img', { name: 'dot.png' });
    await picture.waitFor();
    const width = () =>
      picture.evaluate((image) => ('naturalWidth' in image ? Number(image.naturalWidth) : 0));
    await expect.poll(width).toBe(1);
    expect(consoleProblems).toEqual([]);
  });

  it('choose a role in a modal', async () => {
    const page = await entered();
    await chooseCommand(page, 'choose');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Menus' });
    await choose(page, dialog.getByRole('combobox', { name: 'Role' }), '@Gavel');
    await dialog.getByRole('button', { name: 'Submit' }).click();

    expect(await shows(parts(page).messages.filter({ hasText: 'Gavel nowhere' }))).toBe(true);
  });

  it('highlight a message that mentions the reader', async () => {
    const page = await entered();
    await world.say(general, `<@${world.admin}> leads`);

    expect(await shows(page.locator('.message.is-ping').filter({ hasText: 'leads' }))).toBe(true);
  });
});
