import { describe, expect, it } from 'vitest';
import type { MarketAlert } from '#src/alerts/alert.ts';
import { tokenKey } from '#src/alerts/missing-details.ts';
import type { Silence } from '#src/alerts/silences/silence.ts';
import { summarisedUpTo } from '#src/alerts/silences/silence.ts';
import { createSilences } from '#src/alerts/silences/silences.ts';
import { ITEM, sale, sweep } from '../../store/samples.ts';

const GUILD = '800000000000000001';
const [SALES, BIG] = ['900000000000000002', '900000000000000004'];
const BUYER = '0x00000000000000000000000000000000000000bb';

const silence = (changes: Partial<Silence>): Silence => ({
  id: 1,
  guildId: GUILD,
  scope: 'server',
  target: '',
  channelId: null,
  startsAt: 1_000_000,
  endsAt: 2_000_000,
  createdBy: '700000000000000001',
  isSummarised: false,
  summarisedAt: null,
  dropped: 0,
  ...changes,
});

/** Which of the channels get the alert: #sales for rules 1 and 2, #big for rule 3. */
function postedIn(
  silences: readonly Silence[],
  { occurredAt = 1_500, alert }: { readonly occurredAt?: number; readonly alert?: MarketAlert } = {},
) {
  const matched = [
    { channelId: SALES, subscriptionIds: [1, 2] },
    { channelId: BIG, subscriptionIds: [3] },
  ];
  const { channels, silenced } = createSilences(silences, () => GUILD).split(
    alert ?? sale('one', { occurredAt, buyer: BUYER }),
    matched,
  );
  return {
    posted: channels.map(({ channelId, subscriptionIds }) => [channelId, ...subscriptionIds].join(' ')),
    silenced: silenced.map(({ channelId, silenceId }) => `${channelId} ${silenceId}`),
  };
}

const EVERYWHERE = { posted: [`${SALES} 1 2`, `${BIG} 3`], silenced: [] };
const NOWHERE = { posted: [], silenced: [`${SALES} 1`, `${BIG} 1`] };

describe('a silence', () => {
  it('applies from its first second to its end, by the time of the event', () => {
    expect(postedIn([silence({})], { occurredAt: 999 })).toEqual(EVERYWHERE);
    expect(postedIn([silence({})], { occurredAt: 1_000 })).toEqual(NOWHERE);
    expect(postedIn([silence({})], { occurredAt: 1_999 })).toEqual(NOWHERE);
    expect(postedIn([silence({})], { occurredAt: 2_000 })).toEqual(EVERYWHERE);
  });

  it('of another server does not apply', () => {
    expect(postedIn([silence({ guildId: '800000000000000009' })])).toEqual(EVERYWHERE);
  });

  it.each<[string, Partial<Silence>]>([
    ['collection', { scope: 'collection', target: ITEM.collection }],
    ['token', { scope: 'token', target: tokenKey(ITEM.collection, ITEM.tokenId) }],
    ['buyer', { scope: 'wallet', target: BUYER }],
    ['seller', { scope: 'wallet', target: ITEM.seller ?? '' }],
  ])('leaves out its %s in every channel, or in one', (_what, about) => {
    expect(postedIn([silence(about)])).toEqual(NOWHERE);
    expect(postedIn([silence({ ...about, channelId: BIG })])).toEqual({
      posted: [`${SALES} 1 2`],
      silenced: [`${BIG} 1`],
    });
  });

  it.each<[string, Partial<Silence>]>([
    ['collection', { scope: 'collection', target: BUYER }],
    ['token', { scope: 'token', target: tokenKey(ITEM.collection, '1') }],
    ['wallet', { scope: 'wallet', target: ITEM.collection }],
  ])('leaves another %s alone', (_what, about) => {
    expect(postedIn([silence(about)])).toEqual(EVERYWHERE);
  });

  it('of a channel leaves the others alone', () => {
    const ofChannel = silence({ scope: 'channel', target: SALES, channelId: SALES });
    expect(postedIn([ofChannel])).toEqual({ posted: [`${BIG} 3`], silenced: [`${SALES} 1`] });
  });

  it('of a rule leaves out the alert only where no other rule asks for it', () => {
    const ofRule = (id: number, rule: number, channelId: string) =>
      silence({ id, scope: 'rule', target: String(rule), channelId });
    expect(postedIn([ofRule(1, 2, SALES)])).toEqual({ posted: [`${SALES} 1`, `${BIG} 3`], silenced: [] });
    expect(postedIn([ofRule(1, 2, SALES), ofRule(5, 1, SALES)])).toEqual({
      posted: [`${BIG} 3`],
      silenced: [`${SALES} 5`],
    });
  });

  it('leaves out an alert about several tokens only if each of them is silenced', () => {
    const alert = sweep('two', [ITEM, { ...ITEM, tokenId: '99' }]);
    const ofToken = (id: number, tokenId: string) =>
      silence({ id, scope: 'token', target: tokenKey(ITEM.collection, tokenId), startsAt: 0 });
    expect(postedIn([ofToken(1, ITEM.tokenId)], { alert })).toEqual(EVERYWHERE);
    expect(postedIn([ofToken(1, ITEM.tokenId), ofToken(2, '99')], { alert })).toEqual(NOWHERE);
  });

  it('no longer applies once it was replaced', () => {
    const silences = createSilences([silence({})], () => GUILD);
    silences.replaceServer(GUILD, [silence({ endsAt: 1_200_000 })]);
    const matched = [{ channelId: SALES, subscriptionIds: [1] }];
    expect(silences.split(sale('one', { occurredAt: 1_500 }), matched).channels).toEqual(matched);
    expect(silences.ofServer(GUILD)).toHaveLength(1);
  });

  describe('that is summed up', () => {
    const summed = silence({ id: 1, scope: 'channel', target: SALES, channelId: SALES, isSummarised: true });
    const inSales = (...others: readonly Silence[]) => postedIn([summed, ...others]).silenced[0];

    it('has nothing that another silence leaves out', () => {
      expect(inSales()).toBe(`${SALES} 1`);
      expect(inSales(silence({ id: 2 }))).toBe(`${SALES} 2`);
      expect(inSales(silence({ id: 2, scope: 'collection', target: ITEM.collection }))).toBe(`${SALES} 2`);
      expect(inSales(silence({ id: 2, scope: 'wallet', target: '0x01' }))).toBe(`${SALES} 1`);
    });

    it('has an alert for the rules that no other silence is about', () => {
      const ofRule = silence({ id: 2, scope: 'rule', target: '1', channelId: SALES });
      const { silenced } = createSilences([summed, ofRule], () => GUILD).split(
        sale('one', { occurredAt: 1_500 }),
        [{ channelId: SALES, subscriptionIds: [1, 2] }],
      );
      expect(silenced).toEqual([{ channelId: SALES, subscriptionIds: [2], silenceId: 1 }]);
    });

    it('is summed up a minute after its end, once the feed was read, or ten minutes after it', () => {
      expect(summarisedUpTo(10_000_000, 9_990_000)).toBe(9_930_000);
      expect(summarisedUpTo(10_000_000, null)).toBe(9_400_000);
      expect(summarisedUpTo(10_000_000, 1_000_000)).toBe(9_400_000);
    });
  });
});
