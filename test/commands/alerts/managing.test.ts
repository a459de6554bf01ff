import { describe, expect, it } from 'vitest';
import { GavelError } from '#src/chain/errors.ts';
import { saleAlert, soldItem } from '../../support/build-alert.ts';
import { idOf, messageOf, startManageBot, textOf } from './manage-bot.ts';

/** How many buttons a message has. */
const buttonsIn = ({ components }: ReturnType<typeof messageOf>): number =>
  JSON.stringify(components).match(/"type":2,/g)?.length ?? 0;

describe('the list of alerts', () => {
  it('is paged with buttons', async () => {
    await using managing = await startManageBot();
    const { bot, keep } = managing;
    for (let count = 0; count < 10; count += 1) keep();
    const first = await bot.owner.command('alerts list');
    expect(messageOf(first).embeds[0]?.footer?.text).toContain('page 1 of 2');
    const second = await bot.owner.press(messageOf(first), 'Next ›');
    expect(second.outcome).toBe('updated');
    expect(messageOf(second).embeds[0]?.description).toContain('**#10**');
    expect(messageOf(second).embeds[0]?.description).not.toContain('**#1**');
  });

  it('opens one, which can be paused and resumed there', async () => {
    await using managing = await startManageBot();
    const { bot, keep, subscriptions } = managing;
    keep();
    const list = await bot.owner.command('alerts list');
    const one = await bot.owner.select(messageOf(list), idOf(list, 'alerts-open'), ['1']);
    expect(messageOf(one).embeds[0]).toMatchObject({
      title: 'Alert #1',
      description: 'Sales · all collections',
    });
    const paused = await bot.owner.press(messageOf(one), 'Pause');
    expect(textOf(paused)).toBe('Paused.');
    expect(subscriptions[0]?.pausedAt).toBe(0);
    const resumed = await bot.owner.press(messageOf(paused), 'Resume');
    expect(textOf(resumed)).toBe('Active again.');
    expect(subscriptions[0]?.pausedAt).toBeNull();
  });

  it('leads to editing with the preview of the present rule', async () => {
    await using managing = await startManageBot();
    const { bot, keep } = managing;
    keep();
    const list = await bot.owner.command('alerts list');
    const one = await bot.owner.select(messageOf(list), idOf(list, 'alerts-open'), ['1']);
    const edit = await bot.owner.press(messageOf(one), 'Edit');
    expect(textOf(edit)).toContain(`**Alert #1 in <#${bot.channelId}>**`);
  });

  it('asks once more before it removes one', async () => {
    await using managing = await startManageBot();
    const { bot, keep, subscriptions } = managing;
    keep();
    const list = await bot.owner.command('alerts list');
    const one = await bot.owner.select(messageOf(list), idOf(list, 'alerts-open'), ['1']);
    const asked = await bot.owner.press(messageOf(one), 'Remove');
    expect(subscriptions).toHaveLength(1);
    const kept = await bot.owner.press(messageOf(asked), 'No, keep it');
    expect(messageOf(kept).embeds[0]?.title).toBe('Alert #1');
    const again = await bot.owner.press(messageOf(kept), 'Remove');
    const gone = await bot.owner.press(messageOf(again), 'Yes, remove it');
    expect(textOf(gone)).toMatch(/^🗑 Alert #1 removed\. No alerts yet/);
    expect(subscriptions).toEqual([]);
  });

  it('copies one into a channel that is chosen there', async () => {
    await using managing = await startManageBot();
    const { bot, keep, subscriptions } = managing;
    const other = bot.discord.createChannel({ guildId: bot.guildId, name: 'other' }).id;
    keep();
    const list = await bot.owner.command('alerts list');
    const one = await bot.owner.select(messageOf(list), idOf(list, 'alerts-open'), ['1']);
    const asked = await bot.owner.press(messageOf(one), 'Copy');
    const done = await bot.owner.select(messageOf(asked), idOf(asked, 'alerts-copy-to'), [other]);
    expect(textOf(done)).toMatch(new RegExp(`copied to <#${other}> as #\\d+: Sales · all collections`));
    expect(subscriptions.map(({ channelId }) => channelId)).toEqual([bot.channelId, other]);
  });

  it('says so where the alert was removed meanwhile', async () => {
    await using managing = await startManageBot();
    const { bot, keep, subscriptions } = managing;
    keep();
    const list = await bot.owner.command('alerts list');
    subscriptions.length = 0;
    const one = await bot.owner.select(messageOf(list), idOf(list, 'alerts-open'), ['1']);
    expect(textOf(one)).toContain('no longer exists');
  });
});

describe('pausing, resuming and removing', () => {
  it('works on one by its number and on all of a channel', async () => {
    await using managing = await startManageBot();
    const { bot, keep, subscriptions } = managing;
    keep({ topics: ['mint'] });
    keep();
    const run = async (name: string, subscription: string) =>
      textOf(await bot.owner.command(`alerts ${name}`, { alert: subscription }));
    expect(await run('pause', '#1')).toBe(
      `⏸ Alert #1 in <#${bot.channelId}> is paused: Mints · all collections\nResume it with \`/alerts resume\`.`,
    );
    expect(await run('pause', 'all')).toBe(`All alerts in <#${bot.channelId}> are paused: #1, #2.`);
    expect(subscriptions.every(({ pausedAt }) => pausedAt !== null)).toBe(true);
    expect(await run('resume', `all:${bot.channelId}`)).toContain('are active: #1, #2');
    const asked = await bot.owner.command('alerts remove', { alert: 'all' });
    expect(textOf(await bot.owner.press(messageOf(asked), 'No, keep them'))).toBe('Nothing was removed.');
    expect(subscriptions).toHaveLength(2);
    const again = await bot.owner.command('alerts remove', { alert: 'all' });
    const done = await bot.owner.press(messageOf(again), 'Yes, remove them');
    expect(textOf(done)).toBe(`🗑 All alerts in <#${bot.channelId}> removed.`);
    expect(subscriptions).toEqual([]);
  });

  it('says what another alert still posts, before an alert is removed and when it is paused', async () => {
    await using managing = await startManageBot();
    const { bot, keep } = managing;
    keep({ topics: ['sale', 'mint'], filter: { price_from: 5n } });
    keep();
    const asked = await bot.owner.command('alerts remove', { alert: '1' });
    expect(textOf(asked)).toBe(`Remove alert #1? Alert #2 still posts sales in <#${bot.channelId}>.`);
    const paused = await bot.owner.command('alerts pause', { alert: '1' });
    expect(textOf(paused)).toBe(
      `⏸ Alert #1 is paused. Alert #2 still posts sales in <#${bot.channelId}>. Resume it with \`/alerts resume\`.`,
    );
    const other = await bot.owner.command('alerts pause', { alert: '2' });
    expect(textOf(other)).toContain('is paused: Sales');
  });

  it('does not resume where I may not post, and says what to give me', async () => {
    await using managing = await startManageBot({ missing: ['Send Messages'] });
    const { bot, keep, subscriptions } = managing;
    keep({ pausedAt: 5 });
    const reply = await bot.owner.command('alerts resume', { alert: '1' });
    expect(textOf(reply)).toContain('Give me “Send Messages” there');
    expect(subscriptions[0]?.pausedAt).toBe(5);
  });

  it('leaves other servers’ subscriptions alone', async () => {
    await using managing = await startManageBot();
    const { bot, keep, subscriptions } = managing;
    keep({ guildId: 'another' });
    for (const name of ['pause', 'resume', 'remove', 'test']) {
      const reply = await bot.owner.command(`alerts ${name}`, { alert: '1' });
      expect(textOf(reply)).toContain('no such alert');
    }
    expect(subscriptions).toMatchObject([{ pausedAt: null }]);
  });
});

describe('/alerts copy', () => {
  it('creates the same rule once, however often it is requested', async () => {
    await using managing = await startManageBot();
    const { bot, keep, subscriptions } = managing;
    const channel = bot.discord.createChannel({ guildId: bot.guildId, name: 'other' }).id;
    keep();
    const copy = () => bot.owner.command('alerts copy', { alert: '1', channel });
    expect(textOf(await copy())).toContain('Alert #1 copied to');
    expect(textOf(await copy())).toContain('already has this alert');
    expect(subscriptions).toHaveLength(2);
  });

  it('checks what I may do in that channel', async () => {
    await using managing = await startManageBot({ missing: ['Embed Links'] });
    const { bot, keep, subscriptions } = managing;
    keep();
    const reply = await bot.owner.command('alerts copy', { alert: '1', channel: bot.channelId });
    expect(textOf(reply)).toContain('Give me “Embed Links” there');
    expect(subscriptions).toHaveLength(1);
  });
});

describe('/alerts test', () => {
  const run = async (known: Parameters<typeof startManageBot>[0]) => {
    await using managing = await startManageBot(known);
    managing.keep();
    const reply = await managing.bot.owner.command('alerts test', { alert: '1' });
    return { text: textOf(reply), posted: managing.posted };
  };

  it('posts the newest match', async () => {
    const example = { alert: saleAlert(2), happened: true };
    const { text, posted } = await run({
      preview: async () => ({ matching: [saleAlert(1)], example, weeklySales: null }),
    });
    expect(text).toContain('the latest match');
    expect(posted.map(({ alert }) => alert.key)).toEqual(['sale:id:2']);
  });

  it('says that the numbers are made up where only the token is real', async () => {
    const example = { alert: saleAlert(2), happened: false };
    const { text, posted } = await run({
      preview: async () => ({ matching: [], example, weeklySales: null }),
    });
    expect(text).toContain('a matching token with invented numbers');
    expect(posted.map(({ alert }) => alert.key)).toEqual(['sale:id:2']);
  });

  it('posts a made-up example that says so where nothing matches or the marketplace is down', async () => {
    const down = () => Promise.reject(new GavelError('MARKETPLACE_UNAVAILABLE', 'down'));
    for (const known of [{}, { preview: down }]) {
      const { text, posted } = await run(known);
      expect(text).toContain('an invented example');
      expect(posted[0]?.alert).toMatchObject({ kind: 'sale', item: { tokenName: 'Example token #1' } });
    }
  });

  it('says what is wrong otherwise', async () => {
    expect((await run({ posting: () => 'Give me more.' })).text).toBe('Give me more.');
    expect((await run({ missing: ['View Channel'] })).text).toContain('Give me “View Channel”');
  });
});

describe('who may not manage alerts', () => {
  it('is refused at every command, and nothing is completed for them', async () => {
    await using managing = await startManageBot();
    const { bot, keep } = managing;
    keep();
    for (const name of ['list', 'health', 'export', 'channel']) {
      const reply = await bot.member.command(`alerts ${name}`);
      expect(textOf(reply)).toContain('You need the “Manage Server” permission');
      expect(reply.ephemeral).toBe(true);
    }
    expect(await bot.member.autocomplete('alerts pause', { alert: '' }, 'alert')).toEqual([]);
  });
});

describe('/alerts health', () => {
  it('says what is stopped, what waits and what was given up, with what helps', async () => {
    const channelId = '100000000000000001';
    await using managing = await startManageBot({
      missing: ['Send Messages'],
      health: {
        queues: [
          { channelId, state: 'paused', problemCode: 50_013, lastPostAt: 1, waiting: 4, lastProblem: null },
        ],
        givenUp: [{ channelId, count: 2, lastAt: 5_000, reason: 'unverifiable' }],
        auctions: { readAt: 1_000, failures: 0, unreadableSince: null, watched: 16 },
      },
    });
    const { bot, keep } = managing;
    keep({ pausedAt: 1 });
    const reply = await bot.owner.command('alerts health');
    const fields = new Map(messageOf(reply).embeds[0]?.fields?.map(({ name, value }) => [name, value]));
    expect(messageOf(reply).embeds[0]?.title).toBe('Alerts need attention');
    expect(fields.get('Waiting to be posted')).toBe(`<#${channelId}>: 4 alerts`);
    expect(fields.get('Stopped channels')).toContain('give me “Send Messages”');
    expect(fields.get('Not posted in the last 7 days')).toContain('2 alerts, last <t:5:R>');
    expect(fields.get('Auctions')).toContain('following 16 auctions');
    expect(fields.get('Paused alerts')).toBe('#1');
  });

  it('has the buttons of one message to check, and a menu for the others', async () => {
    const channelId = '100000000000000001';
    const held = [1, 2, 3].map((postId) => ({
      ...{ postId, channelId, triedAt: 0 },
      alerts: [saleAlert(postId, { item: soldItem({ tokenName: `Fox ${postId}` }) })],
    }));
    await using managing = await startManageBot({ health: { held } });
    const { bot } = managing;
    const asked = await bot.owner.command('alerts health');
    const shown = messageOf(asked);
    expect(buttonsIn(shown)).toBe(3);
    const components = JSON.stringify(shown.components);
    for (const name of ['Fox 1', 'Fox 2', 'Fox 3']) expect(components).toContain(name);
    expect(components).toContain('held-was-posted');
    expect(/held-was-posted\.\d+\.(\d+)/.exec(components)?.[1]).toBe('1');

    const reply = await bot.owner.select(shown, idOf(asked, 'held-choose'), ['3']);

    expect(/held-was-posted\.\d+\.(\d+)/.exec(JSON.stringify(messageOf(reply).components))?.[1]).toBe('3');
  });
});

describe('the screens of alerts', () => {
  it('have at most five buttons', async () => {
    await using managing = await startManageBot({ serverDirectory: { mayPing: () => true } });
    const { bot, keep } = managing;
    keep();
    const list = await bot.owner.command('alerts list');
    const one = await bot.owner.select(messageOf(list), idOf(list, 'alerts-open'), ['1']);
    const screens = [list, one, await bot.owner.command('alerts channel')];
    for (const screen of screens) expect(buttonsIn(messageOf(screen))).toBeLessThanOrEqual(5);
    expect(buttonsIn(messageOf(one))).toBe(5);
    // The menu of an alert leads back to the list.
    const back = await bot.owner.select(messageOf(one), idOf(one, 'alerts-open'), ['list']);
    expect(messageOf(back).embeds[0]?.title).toBe('Alerts in this server');
  });
});
