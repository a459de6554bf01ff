import { type APIMessage, ChannelType, ComponentType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { PAGE_TEMPLATES } from '../../../sandbox/demo/page-links.ts';
import type { LedgerRecord } from '../../../sandbox/marketplace/ledger.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { FOXES } from '../../support/sell-foxes.ts';
import { configureChannel, untilSent } from '../channels/channel.ts';
import { forgedButton, removeAlert } from '../setup/set-up.ts';
import { description, enabledButtons, messageOf } from './reading.ts';

const HOUR = 3_600_000;

const componentsOf = ({ components = [] }: APIMessage) =>
  components.flatMap((row) => (row.type === ComponentType.ActionRow ? row.components : []));

/** The menu of a message: its custom id, and the values of its options by label. */
function menuOf(message: APIMessage) {
  const [menu] = componentsOf(message);
  if (menu?.type !== ComponentType.StringSelect) throw new Error('There is no menu.');
  return { id: menu.custom_id, options: menu.options };
}

function soldIn([sale]: readonly LedgerRecord[]): LedgerRecord {
  if (sale === undefined) throw new Error('Nothing was sold.');
  return sale;
}

async function alertIn(world: BotWorld, channelId: string): Promise<APIMessage> {
  const [message] = await untilSent(world, channelId, 1);
  if (message === undefined) throw new Error('There is no alert.');
  return message;
}

describe('“Details” under an alert', () => {
  it('opens the token for whoever presses it, and leaves the alert as it is', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const sale = soldIn(marketplace.cause.sale({ collection: FOXES }));
    await bot.app.poll();
    const alert = await alertIn(world, home.channelId);

    const reply = await home.member.press(alert, 'Details');
    expect(reply).toMatchObject({ outcome: 'message', ephemeral: true });
    expect(reply.message?.embeds[0]?.title).toBe(sale.tokenName);
    expect(enabledButtons(reply)).toContain('Next ›');
    const next = await home.member.press(messageOf(reply), 'Next ›');
    expect(next).toMatchObject({ outcome: 'updated', ephemeral: true });

    const forAdmin = await home.admin.press(alert, 'Details');
    expect(forAdmin.message?.embeds[0]?.title).toBe(sale.tokenName);
    expect(home.admin.messages()).not.toContainEqual(reply.message);
    expect(world.discord.messages(home.channelId)[0]?.edits).toEqual([]);
  });

  it('works after a restart, and years after its rule was removed', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const sale = await (async () => {
      await using bot = await world.start();
      await home.follow(home.channelId);
      const sold = soldIn(marketplace.cause.sale({ collection: FOXES }));
      await bot.app.poll();
      await alertIn(world, home.channelId);
      await removeAlert(home.admin, '1');
      return sold;
    })();
    world.clock.advance(3 * 365 * 24 * HOUR);
    await world.start();

    const alert = await alertIn(world, home.channelId);
    const reply = await home.member.press(alert, 'Details');
    expect(reply.ephemeral).toBe(true);
    expect(reply.message?.embeds[0]?.title).toBe(sale.tokenName);
  });

  it('opens the auction that the alert is about, also once the alert was edited', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.subscribe(home.channelId, { alerts: 'auction starts' });
    const auction = soldIn(marketplace.cause.auction({ collection: FOXES, endsInMs: HOUR }));
    await bot.app.poll();
    const alert = await alertIn(world, home.channelId);
    const reply = await home.member.press(alert, 'Details');
    expect(reply.message?.embeds[0]?.title).toBe(`🔨 ${auction.tokenName}`);
    expect(enabledButtons(reply)).toContain('All auctions');
  });

  it('says what is the matter where the marketplace no longer has the token', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    await world.start();
    const alert = await forgedButton(world, home.channelId, 'to.k.wA.Bw.k3x9f2ab');
    const reply = await home.member.press(alert, 'Press');
    expect(reply.ephemeral).toBe(true);
    expect(description(reply)).toContain('has no token `#7`');
  });
});

describe('“View details” under an alert of several tokens', () => {
  it('opens each of them for whoever chooses it', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const sales = marketplace.cause.sweep(4, { collection: FOXES }).filter(({ kind }) => kind === 'sale');
    await bot.app.poll();
    const alert = await alertIn(world, home.channelId);
    const menu = menuOf(alert);
    expect(menu.options).toHaveLength(4);

    for (const { label, value } of menu.options) {
      const reply = await home.member.select(alert, menu.id, [value]);
      const name = sales.map(({ tokenName }) => tokenName ?? '').find((one) => label.includes(one));
      expect(reply.ephemeral).toBe(true);
      expect(reply.message?.embeds[0]?.title).toBe(name);
    }
  });
});

describe('the links under an alert', () => {
  it('lead to the item, as its title does, and to the transaction, which nothing else links to', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const sale = soldIn(marketplace.cause.sale({ collection: FOXES }));
    await bot.app.poll();
    const alert = await alertIn(world, home.channelId);
    const urls = componentsOf(alert).flatMap((one) => ('url' in one ? [one.url] : []));
    expect(urls).toEqual([
      PAGE_TEMPLATES.item.replace('{collection}', sale.collection).replace('{tokenId}', sale.tokenId),
      PAGE_TEMPLATES.transaction.replace('{txHash}', sale.txHash ?? ''),
    ]);
    expect(urls.map((url) => JSON.stringify(alert.embeds).includes(url))).toEqual([true, false]);
  });
});

describe('a channel that publishes', () => {
  it('has no components, which published copies lose; the mark is in the link', async () => {
    await using world = await startBotWorld();
    const { home, discord, marketplace } = world;
    const bot = await world.start();
    const { id } = discord.createChannel({
      guildId: home.guildId,
      name: 'news',
      type: ChannelType.GuildAnnouncement,
    });
    await home.follow(id);
    await configureChannel(home, id, { publish: true });
    marketplace.cause.sale({ collection: FOXES });
    await bot.app.poll();
    const alert = await alertIn(world, id);
    expect(alert.components).toEqual([]);
    expect(alert.embeds[0]?.url).toMatch(/^https:\/\/market\.example\/item\/.+#alert-[0-9a-z]{8}$/);
    expect(alert.embeds[0]?.footer?.text).toBe('Test Market');
  });
});
