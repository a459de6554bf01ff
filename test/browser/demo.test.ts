import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDemo } from '../../sandbox/web/screenshots/start-demo.ts';
import { describeInBrowser } from './in-browser.ts';
import { chooseCommand, openChannel, parts, shows, switchUser } from './page.ts';

describeInBrowser('the demo in a browser', ({ open }) => {
  let demo: Awaited<ReturnType<typeof startDemo>>;
  beforeAll(async () => {
    demo = await startDemo(1);
  }, 60_000);
  afterAll(() => demo[Symbol.asyncDispose](), 90_000);

  it('begins in the channel where things happen, with a sale card within three seconds', async () => {
    const page = await open(demo.url);
    const { title, messages } = parts(page);
    await title.filter({ hasText: 'lantern-foxes' }).waitFor({ timeout: 3_000 });
    await messages
      .filter({ hasText: /Lantern Fox #\d+/ })
      .first()
      .waitFor({ timeout: 3_000 });
    expect(await shows(page.getByText('Gavel online'))).toBe(true);
  });

  it('has the greeting of the server that invited the bot, whose help leads on', async () => {
    const page = await open(demo.url);
    const { messages } = parts(page);
    await openChannel(page, 'general');
    const greeting = messages.filter({ hasText: 'I post sales and auctions from Embedded Market.' });
    await greeting.getByRole('button', { name: 'Help' }).click();
    const help = messages.filter({ hasText: 'What do you want to do?' });
    expect(await shows(help.getByRole('button', { name: 'Get my own alerts' }))).toBe(true);
  });

  it('leads through an auction, a watch and being outbid, whose message arrives', async () => {
    const page = await open(demo.url);
    await switchUser(page, 'ben');
    await openChannel(page, 'general');
    const step = (name: string) => page.locator(`[data-step="${name}"]`);
    const isDone = (name: string) => step(name).filter({ hasText: '(done)' }).waitFor();
    expect(await step('subscribe').count()).toBe(1);
    expect(await page.locator('[aria-current="step"]').count()).toBe(1);

    await step('auction').click();
    await isDone('auction');
    await step('watch').click();
    await page.keyboard.press('Enter');
    await isDone('watch');
    // The demo reads the new watch before anybody can be outbid.
    await expect
      .poll(async () => {
        await step('outbid').click();
        return step('outbid').innerText();
      })
      .toContain('(done)');
    const told = page.getByRole('button', { name: /^Direct messages, \d+ mention/ });
    await told.waitFor({ timeout: 25_000 });
  });

  it('subscribes a channel by keyboard alone, and then ticks off that step', async () => {
    const page = await open(demo.url);
    const { box, commands, messages } = parts(page);
    await box.waitFor();
    const step = page.locator('[data-step="subscribe"]');
    expect(await step.innerText()).toBe('Add an alert');

    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      if ((await page.locator(':focus').getAttribute('data-focus')) === 'composer') break;
    }
    await page.keyboard.type('/ale');
    await commands.getByRole('option', { name: '/alerts add', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    const take = async (name: RegExp) => {
      const selected = commands.getByRole('option', { name, selected: true });
      for (let presses = 0; presses < 20 && !(await selected.isVisible()); presses += 1)
        await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    };
    await take(/^channel/);
    await page.keyboard.type('gen');
    await commands.getByRole('option', { name: '#general', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await take(/^collection/);
    await page.keyboard.type('lantern');
    await commands.getByRole('option', { name: /^Lantern Foxes/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');

    // A market that is busy by then would flood the channel, so that a preview comes first.
    const answer = messages.filter({ hasText: /New alert in #general|#general now gets/ });
    await answer.getByText('Only you can see this').waitFor();
    expect(await answer.getByText('used /alerts add').count()).toBe(1);
    const confirm = answer.getByRole('button', { name: 'Confirm' });
    if (await confirm.isVisible()) {
      await confirm.focus();
      await page.keyboard.press('Enter');
    }
    await messages.filter({ hasText: '#general now gets' }).waitFor();
    await expect.poll(() => step.innerText()).toContain('(done)');
  });

  it('shows a collection with its picture and its figures', async () => {
    const page = await open(demo.url);
    const { commands, messages } = parts(page);
    await parts(page).box.waitFor();

    await chooseCommand(page, 'collection info');
    await page.keyboard.type('quiet');
    await commands.getByRole('option', { name: /^Quiet Monuments/ }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    const card = messages.filter({ hasText: 'Three hundred monuments' }).last();
    await card.getByText('Floor', { exact: true }).waitFor();
    await expect.poll(async () => (await card.getByRole('img').first().boundingBox())?.width).toBe(80);
  });

  it('shows a caused sweep live, and marks the channel as unread elsewhere', async () => {
    const page = await open(demo.url);
    const { panel, channels, messages } = parts(page);
    await openChannel(page, 'moderators');
    await panel.getByRole('button', { name: 'Sweep of 7' }).click();

    const unread = channels.getByRole('button', { name: 'lantern-foxes, unread' });
    await unread.waitFor();
    await unread.click();
    await messages
      .filter({ hasText: /7 × Lantern Foxes swept/ })
      .last()
      .waitFor();
    await expect
      .poll(() => channels.getByRole('button', { name: 'lantern-foxes', exact: true }).count())
      .toBe(1);
  });

  it('says where a caused event was posted, and jumps there', async () => {
    const page = await open(demo.url);
    const { panel, title } = parts(page);
    await openChannel(page, 'moderators');
    // Later messages would push the sweep out of view.
    await panel.getByRole('button', { name: 'Pause' }).click();
    await panel.getByRole('button', { name: 'Sweep of 7' }).click();
    await page.getByText('Sweep of 7 posted in').waitFor();
    await page.getByRole('button', { name: 'Jump to the message in #lantern-foxes' }).click();

    await title.filter({ hasText: 'lantern-foxes' }).waitFor();
    const focused = page.locator('[data-message]:focus');
    await focused.filter({ hasText: 'swept' }).waitFor();
    await expect.poll(() => focused.evaluate((item) => item.getBoundingClientRect().bottom > 0)).toBe(true);
    await panel.getByRole('button', { name: 'Open the market' }).click();
  });

  it('says where a caused auction was posted, and jumps to its card', async () => {
    const page = await open(demo.url);
    const { panel, title } = parts(page);
    await openChannel(page, 'moderators');
    await panel.getByRole('button', { name: 'Auction', exact: true }).click();
    await page.getByText('Auction posted in').waitFor();
    const jump = page.getByRole('button', { name: 'Jump to the message in #auctions', exact: true });
    const card = await jump.getAttribute('data-jump');
    await jump.click();

    await title.filter({ hasText: 'auctions' }).waitFor();
    const focused = page.locator('[data-message]:focus');
    await focused.filter({ hasText: 'is up for auction' }).waitFor();
    expect(await focused.getAttribute('data-message')).toBe(card);
  });

  it('shows an ephemeral answer only to its reader', async () => {
    const admin = await open(demo.url);
    const member = await open(demo.url);
    await switchUser(member, 'ben');
    await openChannel(admin, 'all-sales');
    await openChannel(member, 'all-sales');

    await chooseCommand(admin, 'alerts list');
    await admin.keyboard.press('Enter');
    const answer = parts(admin).messages.filter({ hasText: 'Alerts in this server' }).last();
    await answer.waitFor();
    expect(await parts(member).messages.filter({ hasText: 'Alerts in this server' }).count()).toBe(0);

    await answer.getByRole('button', { name: 'Dismiss message' }).click();
    await expect
      .poll(() => parts(admin).messages.filter({ hasText: 'Alerts in this server' }).count())
      .toBe(0);
  });

  it('refuses admin commands to a plain member, and hides a hidden channel', async () => {
    const page = await open(demo.url);
    await switchUser(page, 'ben');
    const { box, commands, channels, messages } = parts(page);
    await box.focus();
    await page.keyboard.type('/alerts list');
    await commands.getByRole('option', { name: '/alerts list', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');

    const answer = messages.filter({ hasText: 'You need the “Manage Server” permission' });
    await answer.getByText('Only you can see this').waitFor();
    expect(await channels.getByRole('button', { name: 'moderators' }).count()).toBe(0);
  });

  it('explains on plain text that only slash commands work', async () => {
    const page = await open(demo.url);
    await parts(page).box.fill('hello');
    await page.keyboard.press('Enter');
    const said = page.getByRole('alert').filter({ hasText: 'Only slash commands do something here' });
    expect(await shows(said)).toBe(true);
  });

  it('has servers and channels in a drawer at the width of a phone', async () => {
    const page = await open(demo.url, { width: 390, height: 844, scheme: 'light' });
    const { box, channels, panel } = parts(page);
    await box.waitFor();
    expect(await channels.isVisible()).toBe(false);

    await page.getByRole('button', { name: /^Servers and channels/ }).click();
    await openChannel(page, 'lantern-foxes');
    await expect.poll(() => channels.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Control panel' }).click();
    await panel.getByRole('heading', { name: 'Try to break it' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => panel.isVisible()).toBe(false);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });

  it('has the buttons of a sale in one row at the width of a phone', async () => {
    const page = await open(demo.url, { width: 390, height: 844, scheme: 'dark' });
    const sale = parts(page)
      .messages.filter({ hasText: /Lantern Fox #\d+/ })
      .filter({ hasText: 'sold for' })
      .last();
    const buttons = sale.locator('.component-row').first().locator('.button');
    await buttons.nth(3).waitFor();
    const tops = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(tops).toHaveLength(4);
    expect(new Set(tops).size).toBe(1);
  });

  it('has a voice channel whose name shows a floor', async () => {
    const page = await open(demo.url);
    const floor = parts(page).channels.getByRole('button', { name: /^Floor: [\d.]+ \S+$/ });
    // Floors are read once a minute.
    await floor.waitFor({ timeout: 90_000 });
    await floor.click();
    expect(await shows(page.getByText('This is the start of the chat of this voice channel.'))).toBe(true);
  }, 120_000);

  it('is dark or light as the system is, or as chosen, and stores the choice', async () => {
    const background = 'getComputedStyle(document.body).backgroundColor';
    const dark = await open(demo.url, { scheme: 'dark' });
    const light = await open(demo.url, { scheme: 'light' });
    expect(await dark.evaluate(background)).toBe('rgb(49, 51, 56)');
    expect(await light.evaluate(background)).toBe('rgb(255, 255, 255)');

    await light.getByRole('button', { name: /switch to dark/ }).click();
    await expect.poll(() => light.evaluate(background)).toBe('rgb(49, 51, 56)');
    await light.reload();
    await expect.poll(() => light.evaluate(background)).toBe('rgb(49, 51, 56)');
  });

  it('survives the deletion of the open channel', async () => {
    const page = await open(demo.url);
    await parts(page)
      .servers.getByRole('button', { name: /^Night Market/ })
      .click();
    await openChannel(page, 'sales');
    await parts(page).panel.getByRole('button', { name: 'Delete channel' }).click();

    await expect
      .poll(() =>
        parts(page)
          .channels.getByRole('button', { name: /^sales/ })
          .count(),
      )
      .toBe(0);
    await expect.poll(() => parts(page).title.innerText()).toBe('general');
  });
});
