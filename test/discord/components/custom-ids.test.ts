import { describe, expect, it } from 'vitest';
import { alertMessage } from '#src/discord/render/alert-message.ts';
import { auctionAlert, floorAlert, greetingAlert, saleAlert } from '../../support/build-alert.ts';
import { postOf } from '../views/any-alert.ts';
import { viewContext } from '../views/view-context.ts';
import { idsIn, OTHER, type Outcome, startPinnedRouter } from './pinned-router.ts';

/*
 * Custom ids stand in messages for years, and delivery marks are in them (decision 036). They are written out here,
 * byte for byte, and this test knows nothing of how they are made. Change no line of it. A new component gets a line.
 */

/** Ids with a word in place of the random id of what was saved. */
const withoutRandom = (ids: readonly string[]): readonly string[] =>
  ids.map((id) =>
    id.replace(
      /(?<=^do\.(?:draft|watch-(?:now|ask|typed)|import|try|template-again)[\w-]*\.\d+\.(?:[a-z_]+:)?)[\w-]{12}(?=$|:\d+$|~)/,
      'SAVED',
    ),
  );

/** A router with alert 1 in the channel and watch 2 of the asker. */
async function startWithRules() {
  const router = startPinnedRouter();
  await router.addRule('channel');
  await router.addRule('asker');
  return router;
}

const idOf = (ids: readonly string[], part: string): string => {
  const found = ids.find((id) => id.includes(part));
  if (found === undefined) throw new Error(`There is no ${part} in ${ids.join(' ')}.`);
  return found;
};

type Way = Outcome['how'];

describe('custom ids are written as ever', () => {
  it.each<[command: string, options: Record<string, string>, ids: readonly string[]]>([
    [
      'alerts list',
      {},
      [
        'do.alerts-open.100000000000000001.1',
        'do.why-near.100000000000000001.300000000000000001',
        'do.alerts-log.100000000000000001.300000000000000001:1',
      ],
    ],
    [
      'alerts remove',
      { alert: '1' },
      ['do.alerts-remove-now.100000000000000001.1', 'do.alerts-one.100000000000000001.1'],
    ],
    [
      'alerts remove',
      { alert: 'all:300000000000000001' },
      [
        'do.alerts-remove-all-now.100000000000000001.all:300000000000000001',
        'do.alerts-keep-all.100000000000000001.',
      ],
    ],
    [
      'alerts channel',
      {},
      [
        'do.channel-look.100000000000000001.300000000000000001',
        'do.channel-role.100000000000000001.300000000000000001',
        'do.channel-switches.100000000000000001.300000000000000001',
        'do.channel-more.100000000000000001.300000000000000001',
        'do.channel-notify.100000000000000001.300000000000000001',
        'do.channel-reset.100000000000000001.300000000000000001',
      ],
    ],
    [
      'alerts health',
      {},
      [
        'do.held-was-posted.100000000000000001.5',
        'do.held-post-it.100000000000000001.5',
        'do.why-near.100000000000000001.300000000000000001',
        'do.alerts-log.100000000000000001.300000000000000001:1',
      ],
    ],
    [
      'template',
      {},
      ['do.template-edit.100000000000000001.sale:0:', 'do.template-reset.100000000000000001.sale:0:'],
    ],
    [
      'template',
      { alert: '1' },
      ['do.template-edit.100000000000000001.sale:2:1', 'do.template-reset.100000000000000001.sale:2:1'],
    ],
    ['alerts add', {}, ['do.set-up.100000000000000001.300000000000000001']],
    [
      'alerts add',
      { collection: 'Foxes 3' },
      [
        'do.draft-confirm.100000000000000001.SAVED',
        'do.draft-filter.100000000000000001.SAVED',
        'do.draft-tokens.100000000000000001.SAVED',
        'do.draft-exclude.100000000000000001.SAVED',
        'do.draft-roles.100000000000000001.SAVED',
        'do.draft-extras.100000000000000001.SAVED',
        'do.draft-cancel.100000000000000001.SAVED',
        'do.alerts-edit.100000000000000001.1',
        'do.draft-kinds.100000000000000001.SAVED',
      ],
    ],
    [
      'alerts import',
      {},
      [
        'do.import-channel.100000000000000001.SAVED:0',
        'do.import-confirm.100000000000000001.SAVED',
        'do.import-cancel.100000000000000001.SAVED',
      ],
    ],
    [
      'settings view',
      {},
      [
        'do.settings-currency.100000000000000001.',
        'do.settings-channel.100000000000000001.',
        'do.settings-role.100000000000000001.',
        'do.settings-more.100000000000000001.',
      ],
    ],
    [
      'settings erase',
      {},
      ['do.settings-erase-now.100000000000000001.', 'do.settings-erase-not.100000000000000001.'],
    ],
    [
      'watch forget',
      {},
      ['do.watch-forget-now.100000000000000001.', 'do.watch-forget-not.100000000000000001.'],
    ],
    ['watch list', {}, ['menu.watch', 'at.watch.AWNFeF2KAAE.Ag']],
    [
      'help',
      {},
      [
        'do.help-job.100000000000000001.0',
        'do.help-job.100000000000000001.1',
        'do.help-job.100000000000000001.2',
        'do.help-about.100000000000000001.',
      ],
    ],
    [
      'collection list',
      {},
      [
        'menu.collections',
        'at.collection.AWNFeF2KAAE.wA',
        'at.collection.AWNFeF2KAAE.AA',
        'at.collection.AWNFeF2KAAE.AQ',
        'at.collection.AWNFeF2KAAE.Ag',
        'at.collection.AWNFeF2KAAE.Aw',
        'at.collection.AWNFeF2KAAE.BA',
        'at.collection.AWNFeF2KAAE.BQ',
        'at.collection.AWNFeF2KAAE.Bg',
        'at.collection.AWNFeF2KAAE.Bw',
        'at.collection.AWNFeF2KAAE.CA',
        'off.first',
        'off.previous',
        'at.collections.AWNFeF2KAAE.2',
        'off.last',
        'at.activity.AWNFeF2KAAE..1.0',
        'at.auctions.AWNFeF2KAAE.1.0.0.',
      ],
    ],
    [
      'collection chart',
      { collection: 'Punks' },
      [
        'at.chart.AWNFeF2KAAE.wA.0.1.0',
        'at.chart.AWNFeF2KAAE.wA.1.1.0',
        'at.chart.AWNFeF2KAAE.wA.2.1.0',
        'at.chart.AWNFeF2KAAE.wA.3.1.0',
        'at.chart.AWNFeF2KAAE.wA.1.0.1',
        'at.chart.AWNFeF2KAAE.wA.1.1.1',
        'at.chart.AWNFeF2KAAE.wA.1.2.1',
        'at.chart.AWNFeF2KAAE.wA.1.3.1',
        'at.chart.AWNFeF2KAAE.wA.1.4.1',
        'at.collection.AWNFeF2KAAE.wA',
        'at.tokens.AWNFeF2KAAE.wA.1.1.0.1.',
        'at.traits.AWNFeF2KAAE.wA.1.',
        'at.holders.AWNFeF2KAAE.wA.1.1',
        'at.top.AWNFeF2KAAE.wA.0.1.1.0',
        'at.activity.AWNFeF2KAAE.wA.1.0',
      ],
    ],
  ])('by /%s %j', async (command, options, ids) => {
    const router = await startWithRules();
    expect(withoutRandom((await router.command(command, options)).ids)).toEqual(ids);
  });

  it.each<[customId: string, ids: readonly string[]]>([
    [
      'do.alerts-one.100000000000000001.1',
      [
        'do.alerts-edit.100000000000000001.1',
        'do.alerts-pause.100000000000000001.1',
        'do.alerts-test.100000000000000001.1',
        'do.alerts-copy.100000000000000001.1',
        'do.alerts-remove.100000000000000001.1',
        'do.alerts-open.100000000000000001.1',
      ],
    ],
    [
      'do.alerts-copy.100000000000000001.1',
      ['do.alerts-copy-to.100000000000000001.1', 'do.alerts-one.100000000000000001.1'],
    ],
    [
      'do.alerts-edit.100000000000000001.1',
      [
        'do.draft-confirm.100000000000000001.SAVED',
        'do.draft-filter.100000000000000001.SAVED',
        'do.draft-tokens.100000000000000001.SAVED',
        'do.draft-exclude.100000000000000001.SAVED',
        'do.draft-roles.100000000000000001.SAVED',
        'do.draft-extras.100000000000000001.SAVED',
        'do.draft-cancel.100000000000000001.SAVED',
        'do.draft-kinds.100000000000000001.SAVED',
      ],
    ],
    [
      'do.template-discard.100000000000000001.auction_cancelled:1:300000000000000001',
      [
        'do.template-edit.100000000000000001.auction_cancelled:1:300000000000000001',
        'do.template-reset.100000000000000001.auction_cancelled:1:300000000000000001',
        'do.template-parts.100000000000000001.auction_cancelled:1:300000000000000001',
      ],
    ],
    [
      'do.channel-more.100000000000000001.300000000000000001',
      ['do.channel-typed.100000000000000001.300000000000000001'],
    ],
    [
      'do.channel-notify.100000000000000001.300000000000000001',
      ['do.channel-notified.100000000000000001.300000000000000001'],
    ],
    ['do.settings-more.100000000000000001.', ['do.settings-typed.100000000000000001.']],
    [
      'at.watch-token.AWNFeF2KAAE.wA.Bw',
      [
        'do.watch-now.100000000000000001.listed:SAVED',
        'do.watch-ask.100000000000000001.listed:SAVED',
        'do.watch-now.100000000000000001.sold:SAVED',
        'do.watch-now.100000000000000001.auctioned:SAVED',
        'do.watch-now.100000000000000001.burned:SAVED',
      ],
    ],
    [
      'at.watch-collection.AWNFeF2KAAE.wA',
      [
        'do.watch-ask.100000000000000001.floor_falls:SAVED',
        'do.watch-ask.100000000000000001.floor_rises:SAVED',
        'do.watch-ask.100000000000000001.listed_below:SAVED',
        'do.watch-ask.100000000000000001.listed_rank:SAVED',
      ],
    ],
    [
      'at.watch-narrow.AWNFeF2KAAE.Ag',
      ['do.watch-pause.100000000000000001.2', 'do.watch-remove.100000000000000001.2'],
    ],
    [
      'do.watch-stop.100000000000000001.2',
      [
        'do.watch-resume.100000000000000001.2',
        'do.watch-remove.100000000000000001.2',
        'at.watches.AWNFeF2KAAE.1',
      ],
    ],
    [
      'at.watch.AWNFeF2KAAE.Ag',
      [
        'do.watch-pause.100000000000000001.2',
        'do.watch-remove.100000000000000001.2',
        'do.watch-once.100000000000000001.2',
        'at.watches.AWNFeF2KAAE.1',
      ],
    ],
  ])('in the answer to %s', async (customId, ids) => {
    const router = await startWithRules();
    expect(withoutRandom((await router.press(customId)).ids)).toEqual(ids);
  });

  it('in a draft with all kinds of alerts, in its modals, and when one is refused', async () => {
    const router = await startWithRules();
    const begun = await router.command('alerts add', { collection: 'Foxes 3' });
    const draft = await router.choose(idOf(begun.ids, 'draft-kinds'), [
      'sale',
      'listing',
      'mint',
      'offer',
      'auction_ending',
      'floor_fall',
      'recap',
      'transfer',
      'burn',
    ]);
    expect(withoutRandom(draft.ids)).toEqual([
      'do.draft-confirm.100000000000000001.SAVED',
      'do.draft-filter.100000000000000001.SAVED',
      'do.draft-tokens.100000000000000001.SAVED',
      'do.draft-more.100000000000000001.SAVED',
      'do.draft-exclude.100000000000000001.SAVED',
      'do.draft-roles.100000000000000001.SAVED',
      'do.draft-extras.100000000000000001.SAVED',
      'do.draft-cancel.100000000000000001.SAVED',
      'do.alerts-edit.100000000000000001.1',
      'do.draft-kinds.100000000000000001.SAVED',
      'do.draft-option.100000000000000001.SAVED',
      'do.draft-option.100000000000000001.SAVED~1',
    ]);
    const typed = ['do.draft-typed.100000000000000001.SAVED'];
    expect(withoutRandom((await router.press(idOf(draft.ids, 'draft-filter'))).ids)).toEqual(typed);
    expect(withoutRandom((await router.press(idOf(draft.ids, 'draft-more'))).ids)).toEqual(typed);
    const submission = idOf(draft.ids, 'draft-filter').replace('draft-filter', 'draft-typed');
    const refused = await router.submit(submission, { price_from: ['nonsense'] });
    expect(withoutRandom(refused.ids)).toEqual(['do.try-again.100000000000000001.SAVED']);
    const again = await router.press(idOf(refused.ids, 'try-again'));
    expect([again.how, ...withoutRandom(again.ids)]).toEqual(['modal', ...typed]);
    const confirmed = await router.press(idOf(draft.ids, 'draft-confirm'));
    expect(confirmed).toMatchObject({ how: 'update', ids: [] });
  });

  it('in a template that is refused, and when it is edited again', async () => {
    const router = await startWithRules();
    const typed = 'do.template-typed.100000000000000001.sale:0:';
    expect((await router.press('do.template-edit.100000000000000001.sale:0:')).ids).toEqual([typed]);
    const refused = await router.submit(typed, { title: ['{pric}'] });
    expect(withoutRandom(refused.ids)).toEqual([
      'do.template-again.100000000000000001.SAVED',
      'do.template-discard.100000000000000001.sale:0:',
    ]);
    const again = await router.press(idOf(refused.ids, 'template-again'));
    expect([again.how, ...again.ids]).toEqual(['modal', typed]);
  });

  it('by a message of alerts, each with the mark of the delivery', () => {
    const idsOf = (...alerts: Parameters<typeof postOf>[0]) =>
      idsIn(alertMessage(postOf(alerts, 'card'), viewContext(), 'normal').components);
    expect(idsOf(greetingAlert())).toEqual(['at.greet-sales.AA', 'at.greet-choose.AA', 'at.greet-help.AA']);
    expect(idsOf(saleAlert(7))).toEqual(['wa.k.wA.Bw.2gxu24l2', 'to.k.wA.Bw.2gxu24l2']);
    expect(idsOf(saleAlert(7), auctionAlert(), floorAlert())).toEqual([
      'of.2gxu24l2',
      'to.c.wA..drywlrv3',
      'to.k.wA.Bw.2gxu24l2',
      'to.b.wA.AQ.3dnsrrq7',
    ]);
    const many = Array.from({ length: 11 }, (_, number) => saleAlert(number + 7));
    expect(idsIn(alertMessage(postOf(many, 'summary'), viewContext(), 'normal').components)).toEqual([
      'all.AQ.2gxu24l2',
    ]);
  });
});

describe('a custom id that was written', () => {
  it.each<[customId: string, how: Way, says: string]>([
    ['do.alerts-page.100000000000000001.1', 'update', 'Alerts in this server'],
    ['do.alerts-one.100000000000000001.1', 'update', 'Alert #1'],
    ['do.alerts-edit.100000000000000001.1', 'update', '**Alert #1 in <#300000000000'],
    ['do.alerts-pause.100000000000000001.1', 'update', 'Paused.'],
    ['do.alerts-resume.100000000000000001.1', 'update', 'Active again.'],
    ['do.alerts-test.100000000000000001.1', 'reply', '🧪 Tested alert #1 in <#300000'],
    ['do.alerts-undo.100000000000000001.1:L3nqd1gq_U-j', 'update', 'Alert #1 was removed from <#3'],
    ['do.alerts-copy.100000000000000001.1', 'update', 'Where should I copy alert #1'],
    ['do.alerts-remove.100000000000000001.1', 'update', 'Remove alert #1 in <#3000000'],
    ['do.alerts-remove-now.100000000000000001.1', 'update', '🗑 Alert #1 removed. No aler'],
    [
      'do.alerts-remove-all-now.100000000000000001.all:300000000000000001',
      'update',
      '🗑 All alerts in <#30000000000',
    ],
    ['do.alerts-keep-all.100000000000000001.', 'update', 'Nothing was removed.'],
    ['do.help-job.100000000000000001.0', 'update', 'Post sales and auctions here'],
    ['at.greet-sales.AA', 'reply', '**New alert in <#30000000000'],
    ['at.greet-choose.AA', 'modal', 'New alert'],
    ['at.greet-help.AA', 'reply', 'What I can do'],
    ['do.channel-reset.100000000000000001.300000000000000001', 'update', '**Alert settings for <#3'],
    ['do.channel-more.100000000000000001.300000000000000001', 'modal', 'Pings, quiet hours, limit'],
    ['do.channel-notify.100000000000000001.300000000000000001', 'modal', 'Notifications'],
    ['do.settings-more.100000000000000001.', 'modal', 'Time zone, numbers, colours'],
    ['do.settings-erase-now.100000000000000001.', 'update', 'All of this server’s data wa'],
    ['do.settings-erase-not.100000000000000001.', 'update', 'Nothing was deleted.'],
    ['do.silence-alert.100000000000000001.900000000000000001:wA', 'reply', 'How long should I silence al'],
    ['do.held-was-posted.100000000000000001.5', 'reply', 'This question has already be'],
    ['do.held-post-it.100000000000000001.5', 'reply', 'This question has already be'],
    ['do.watch-pause.100000000000000001.2', 'update', '**Watch #2** · ⏸ paused'],
    ['do.watch-resume.100000000000000001.2', 'update', '**Watch #2** · ▶ active'],
    ['do.watch-remove.100000000000000001.2', 'update', 'Your watches'],
    ['do.watch-stop.100000000000000001.2', 'reply', '⏸ Watch #2 stopped: Sales · all'],
    ['do.watch-stop.100000000000000001.99', 'reply', 'You have already removed this '],
    ['do.watch-forget-now.100000000000000001.', 'update', '🗑 All your data was deleted.'],
    ['do.watch-forget-not.100000000000000001.', 'update', 'Nothing was deleted.'],
    ['do.watch-try-again.100000000000000001.', 'update', '▶ Trying to DM you again, sta'],
    ['do.try-again.100000000000000001.AAAAAAAAAAAA', 'reply', 'Your input is no longer avail'],
    ['do.watch-now.100000000000000001.sold:AAAAAAAAAAAA', 'reply', 'Your input is no longer avail'],
    ['do.watch-ask.100000000000000001.listed:AAAAAAAAAAAA', 'reply', 'Your input is no longer avail'],
    ['do.draft-confirm.100000000000000001.AAAAAAAAAAAA', 'reply', 'This draft has expired. See '],
    ['do.draft-cancel.100000000000000001.AAAAAAAAAAAA', 'reply', 'This draft has expired. See '],
    ['do.draft-narrow.100000000000000001.AAAAAAAAAAAA:25e17', 'reply', 'This draft has expired. See '],
    ['do.draft-filter.100000000000000001.AAAAAAAAAAAA', 'reply', 'This draft has expired. See '],
    ['do.draft-tokens.100000000000000001.AAAAAAAAAAAA', 'reply', 'This draft has expired. See '],
    ['do.draft-more.100000000000000001.AAAAAAAAAAAA', 'reply', 'This draft has expired. See '],
    ['do.draft-rest.100000000000000001.AAAAAAAAAAAA', 'reply', 'This draft has expired. See '],
    ['do.draft-exclude.100000000000000001.AAAAAAAAAAAA', 'reply', 'This draft has expired. See '],
    ['do.draft-roles.100000000000000001.AAAAAAAAAAAA', 'reply', 'This draft has expired. See '],
    ['do.draft-extras.100000000000000001.AAAAAAAAAAAA', 'reply', 'This draft has expired. See '],
    ['do.import-confirm.100000000000000001.AAAAAAAAAAAA', 'reply', 'This import was completed or'],
    ['do.import-cancel.100000000000000001.AAAAAAAAAAAA', 'reply', 'This import was completed or'],
    [
      'at.activity.AWNFeF2KAAE.wA.2.3',
      'reply',
      'lookup activities [{"page":2,"limit":7,"collection":"0x00000000000000000000000000000000000',
    ],
    [
      'at.activity.AWNFeF2KAAE..1.0',
      'reply',
      'lookup activities [{"page":1,"limit":7,"collection":null,"filter":"all"}]',
    ],
    [
      'at.auction.AWNFeF2KAAE.wA.Bw',
      'reply',
      'lookup auction ["0x00000000000000000000000000000000000000c0","7"]',
    ],
    [
      'at.auctions.AWNFeF2KAAE.1.0.0.',
      'reply',
      'lookup auctions [{"page":1,"limit":10,"filter":"active","sort":"endTime","collection":null',
    ],
    [
      'at.auctions.AWNFeF2KAAE.2.1.1.wA',
      'reply',
      'lookup auctions [{"page":2,"limit":10,"filter":"completed","sort":"currentBid","collection',
    ],
    ['at.chart.AWNFeF2KAAE.wA.1.2.1', 'update', 'Punks sales · 30 days'],
    ['at.top.AWNFeF2KAAE.wA.2.2.1.1', 'update', 'Punks top sales · 30 days'],
    [
      'at.collection.AWNFeF2KAAE.wA',
      'reply',
      'lookup collection ["0x00000000000000000000000000000000000000c0"]',
    ],
    ['at.collections.AWNFeF2KAAE.2', 'update', 'Collections'],
    [
      'at.exact-activity.AWNFeF2KAAE.wA.2.3',
      'reply',
      'lookup activities [{"page":2,"limit":7,"collection":"0x00000000000000000000000000000000000',
    ],
    [
      'at.exact-auction.AWNFeF2KAAE.wA.Bw',
      'reply',
      'lookup auction ["0x00000000000000000000000000000000000000c0","7"]',
    ],
    [
      'at.exact-collection.AWNFeF2KAAE.wA',
      'reply',
      'lookup collection ["0x00000000000000000000000000000000000000c0"]',
    ],
    [
      'at.exact-token.AWNFeF2KAAE.wA.Bw',
      'reply',
      'lookup token ["0x00000000000000000000000000000000000000c0","7"]',
    ],
    ['at.follow.AWNFeF2KAAE.wA', 'reply', '<#300000000000000001> already'],
    [
      'at.holders.AWNFeF2KAAE.wA.2.3',
      'reply',
      'lookup holders ["0x00000000000000000000000000000000000000c0",{"page":2,"limit":10,"minimum',
    ],
    [
      'at.neighbour.AWNFeF2KAAE.wA.Bw.1',
      'reply',
      'lookup neighbour ["0x00000000000000000000000000000000000000c0","7","previous"]',
    ],
    [
      'at.owned.AWNFeF2KAAE.wA.2..0.1',
      'reply',
      'lookup owned ["0x00000000000000000000000000000000000000c0",{"limit":10,"collection":null,"',
    ],
    ['at.profile.AWNFeF2KAAE.wA', 'reply', 'lookup profile ["0x00000000000000000000000000000000000000c0"]'],
    [
      'at.token.AWNFeF2KAAE.wA.Bw',
      'reply',
      'lookup token ["0x00000000000000000000000000000000000000c0","7"]',
    ],
    [
      'at.tokens.AWNFeF2KAAE.wA.2.1.1.0.',
      'reply',
      'lookup tokens ["0x00000000000000000000000000000000000000c0",{"page":2,"limit":10,"sort":"p',
    ],
    ['at.traits.AWNFeF2KAAE.wA.1.', 'reply', 'lookup traits ["0x00000000000000000000000000000000000000c0"]'],
    ['at.watch.AWNFeF2KAAE.Ag', 'update', '**Watch #2** · ▶ active'],
    [
      'at.watch-auction.AWNFeF2KAAE.wA.Bw',
      'reply',
      'lookup auction ["0x00000000000000000000000000000000000000c0","7"]',
    ],
    ['at.watch-collection.AWNFeF2KAAE.wA', 'reply', '**When should I notify you a'],
    ['at.watch-narrow.AWNFeF2KAAE.Ag', 'reply', '**Watch #2**: Sales · all co'],
    ['at.watch-token.AWNFeF2KAAE.wA.Bw', 'reply', '**When should I notify you a'],
    ['at.watch-wallet.AWNFeF2KAAE.wA', 'reply', '**When should I notify you a'],
    ['at.watches.AWNFeF2KAAE.1', 'update', 'Your watches'],
    ['to.c.wA..k3x9f2ab', 'reply', 'lookup collection ["0x00000000000000000000000000000000000000c0"]'],
    ['to.k.wA.Bw.k3x9f2ab', 'reply', 'lookup token ["0x00000000000000000000000000000000000000c0","7"]'],
    ['to.b.wA.Bw.k3x9f2ab', 'reply', 'lookup auction ["0x00000000000000000000000000000000000000c0","7"]'],
    ['wa.c.wA..k3x9f2ab', 'reply', '**When should I notify you a'],
    ['wa.k.wA.Bw.k3x9f2ab', 'reply', '**When should I notify you a'],
    ['wa.b.wA.Bw.k3x9f2ab', 'reply', 'lookup auction ["0x00000000000000000000000000000000000000c0","7"]'],
    ['all.AQ.k3x9f2ab', 'reply', 'These alerts are no longer st'],
    ['at.summary.AWNFeF2KAAE.AQ.k3x9f2ab.1', 'reply', 'These alerts are no longer st'],
    ['off.first', 'reply', 'This is from an older version'],
    ['of.k3x9f2ab', 'reply', 'This is from an older version'],
    ['menu.tokens', 'reply', 'This is from an older version'],
    ['1C.AWNFeF2KAAE.2', 'reply', 'This is from an older version'],
  ])('leads a press of %s to %s “%s”', async (customId, how, says) => {
    const outcome = await (await startWithRules()).press(customId);
    expect(outcome).toMatchObject({ how, says: expect.stringContaining(says) });
  });

  it.each<[customId: string, values: readonly string[], how: Way, says: string]>([
    ['do.alerts-open.100000000000000001.1', ['1'], 'update', 'Alert #1'],
    ['do.alerts-open.100000000000000001.1', ['list'], 'update', 'Alerts in this server'],
    ['do.held-choose.100000000000000001.', ['5'], 'update', 'Alerts need attention'],
    [
      'do.alerts-copy-to.100000000000000001.1',
      ['300000000000000001'],
      'reply',
      'The alert is already in <#30',
    ],
    ['do.channel-look.100000000000000001.300000000000000001', ['big'], 'update', '**Alert settings for <#3'],
    ['do.channel-role.100000000000000001.300000000000000001', [], 'update', '**Alert settings for <#3'],
    [
      'do.channel-switches.100000000000000001.300000000000000001',
      ['card_only'],
      'update',
      '**Alert settings for <#3',
    ],
    ['do.settings-currency.100000000000000001.', ['before'], 'update', '**Server settings**'],
    ['do.settings-channel.100000000000000001.', ['300000000000000001'], 'update', '**Server settings**'],
    ['do.settings-role.100000000000000001.', [], 'update', '**Server settings**'],
    ['do.help-about.100000000000000001.', ['watch'], 'update', '/watch'],
    ['do.draft-kinds.100000000000000001.AAAAAAAAAAAA', ['sale'], 'reply', 'This draft has expired. See '],
    ['do.draft-option.100000000000000001.AAAAAAAAAAAA', ['a=b'], 'reply', 'This draft has expired. See '],
    ['do.draft-option.100000000000000001.AAAAAAAAAAAA~1', ['a=b'], 'reply', 'This draft has expired. See '],
    [
      'do.import-channel.100000000000000001.AAAAAAAAAAAA:0',
      ['300000000000000001'],
      'reply',
      'This import was completed or',
    ],
    [
      'of.k3x9f2ab',
      ['to.k.wA.Bw.k3x9f2ab'],
      'reply',
      'lookup token ["0x00000000000000000000000000000000000000c0","7"]',
    ],
    [
      'menu.tokens',
      ['at.token.AWNFeF2KAAE.wA.Bw'],
      'reply',
      'lookup token ["0x00000000000000000000000000000000000000c0","7"]',
    ],
    ['menu.x', ['do.alerts-one.100000000000000001.1'], 'update', 'Alert #1'],
  ])('leads a choice in %s of %j to %s “%s”', async (customId, values, how, says) => {
    const isOfTexts = !/copy-to|role|settings-channel|import-channel/.test(customId);
    const outcome = await (await startWithRules()).choose(customId, values, isOfTexts);
    expect(outcome).toMatchObject({ how, says: expect.stringContaining(says) });
  });

  it.each<[customId: string, how: Way, says: string]>([
    ['do.set-up.100000000000000001.300000000000000001', 'update', '**New alert in <#30000000000'],
    ['do.channel-typed.100000000000000001.300000000000000001', 'update', '**Alert settings for <#3'],
    ['do.channel-notified.100000000000000001.300000000000000001', 'update', '**Alert settings for <#3'],
    ['do.settings-typed.100000000000000001.', 'update', '**Server settings**'],
    ['do.draft-typed.100000000000000001.AAAAAAAAAAAA', 'reply', 'This draft has expired. See '],
    ['do.draft-roles-typed.100000000000000001.AAAAAAAAAAAA', 'reply', 'This draft has expired. See '],
    ['do.draft-extras-typed.100000000000000001.AAAAAAAAAAAA', 'reply', 'This draft has expired. See '],
    ['do.watch-typed.100000000000000001.listed:AAAAAAAAAAAA', 'reply', 'Your input is no longer avail'],
  ])('leads a modal of %s to %s “%s”', async (customId, how, says) => {
    const outcome = await (await startWithRules()).submit(customId, { time_zone: ['UTC'] });
    expect(outcome).toMatchObject({ how, says: expect.stringContaining(says) });
  });

  it.each([
    ['do.alerts-one.100000000000000001.1', { userId: OTHER }, 'Only the person who ran this'],
    ['do.alerts-one.100000000000000001.1', { isManager: false }, 'You need the “Manage Server”'],
    [
      'do.alerts-one.100000000000000001.1',
      { userId: OTHER, isManager: false },
      'You need the “Manage Server”',
    ],
    ['do.settings-role.100000000000000001.', { isManager: false }, 'You need the “Manage Server”'],
    ['at.collections.AWNFeF2KAAE.1', { userId: OTHER }, 'Collections'],
    ['at.watch-token.AWNFeF2KAAE.wA.Bw', { userId: OTHER }, '**When should I notify you abo'],
  ])('%s answers %j with a message of their own', async (customId, user, says) => {
    const outcome = await (await startWithRules()).press(customId, user);
    expect(outcome).toMatchObject({ how: 'reply', says: expect.stringContaining(says) });
  });
});

describe('the command in the menu of a message', () => {
  const messageWith = (customId: string, choices: readonly string[] = []) => ({
    id: '1',
    content: '',
    embeds: [{ title: 'Punk #7' }],
    components: [
      { components: [{ custom_id: customId, options: choices.map((value) => ({ value, label: value })) }] },
    ],
  });

  it.each([
    [
      messageWith('to.k.wA.Bw.k3x9f2ab'),
      [
        'do.watch-now.100000000000000001.listed:SAVED',
        'do.watch-ask.100000000000000001.listed:SAVED',
        'do.watch-now.100000000000000001.sold:SAVED',
        'do.watch-now.100000000000000001.auctioned:SAVED',
        'do.watch-now.100000000000000001.burned:SAVED',
      ],
    ],
    [messageWith('wa.k.wA.Bw.k3x9f2ab'), []],
    [
      messageWith('at.watch-token.AWNFeF2KAAE.wA.Bw'),
      [
        'do.watch-now.100000000000000001.listed:SAVED',
        'do.watch-ask.100000000000000001.listed:SAVED',
        'do.watch-now.100000000000000001.sold:SAVED',
        'do.watch-now.100000000000000001.auctioned:SAVED',
        'do.watch-now.100000000000000001.burned:SAVED',
      ],
    ],
    [
      messageWith('of.k3x9f2ab', ['to.k.wA.Bw.k3x9f2ab', 'to.c.wA..k3x9f2ab', 'at.profile.AWNFeF2KAAE.wA']),
      ['menu.watch-this', 'at.watch-token.AWNFeF2KAAE.wA.Bw', 'at.watch-collection.AWNFeF2KAAE.wA'],
    ],
    [
      messageWith('menu.x', ['at.profile.AWNFeF2KAAE.wA', 'at.auction.AWNFeF2KAAE.wA.Bw']),
      ['menu.watch-this', 'at.watch-wallet.AWNFeF2KAAE.wA', 'at.watch-auction.AWNFeF2KAAE.wA.Bw'],
    ],
  ])('reads what %j leads to', async (message, ids) => {
    const router = await startWithRules();
    expect(withoutRandom((await router.messageCommand('Watch this', message)).ids)).toEqual(ids);
  });
});
