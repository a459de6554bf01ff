import {
  type APIButtonComponent,
  type APIComponentInMessageActionRow,
  type APIStringSelectComponent,
  ButtonStyle,
  ComponentType,
} from 'discord-api-types/v10';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Alert } from '#src/alerts/alert.ts';
import type { LookupTarget } from '#src/alerts/description.ts';
import { isMarketAlert } from '#src/alerts/kinds/registry.ts';
import { markInCustomId, readCustomId } from '#src/discord/components/custom-id.ts';
import { lookupOf, watchOf } from '#src/discord/components/targets.ts';
import { alertMessage } from '#src/discord/render/alert-message.ts';
import { createLinks } from '#src/marketplace/links.ts';
import { referenceFor } from '#src/store/model/delivery.ts';
import { address, txHash } from '../../support/build-activity.ts';
import {
  alertToken,
  auctionAlert,
  listingAlert,
  moveAlert,
  noticeAlert,
  offerAlert,
  repeatTradesAlert,
  saleAlert,
  soldItem,
  sweepAlert,
} from '../../support/build-alert.ts';
import { anyAlert, hasTarget, postOf } from '../views/any-alert.ts';
import { anyContext, anyLook, TEMPLATES, viewContext, withoutPages } from '../views/view-context.ts';

const CHANNEL = '1000';
const COIN = 10n ** 18n;
const LARGEST = (2n ** 256n - 1n).toString();

type Component = APIButtonComponent | APIStringSelectComponent;

const isComponent = (one: APIComponentInMessageActionRow): one is Component =>
  one.type === ComponentType.Button || one.type === ComponentType.StringSelect;

function componentsIn({ components = [] }: ReturnType<typeof alertMessage>): readonly Component[] {
  return components.flatMap((row) =>
    row.type === ComponentType.ActionRow ? row.components.filter(isComponent) : [],
  );
}

const componentsOf = (
  alerts: readonly Alert[],
  context = viewContext(),
  layout: 'card' | 'summary' = 'card',
): readonly Component[] => componentsIn(alertMessage(postOf(alerts, layout), context, 'normal'));

const labelOf = (component: Component): string =>
  component.type === ComponentType.Button && 'label' in component ? (component.label ?? '') : '';
const labelsOf = (...of: Parameters<typeof componentsOf>) => componentsOf(...of).map(labelOf);
const targetsOf = (components: readonly Component[]) =>
  components.flatMap((one) => ('custom_id' in one ? [readCustomId(one.custom_id)?.destination] : []));

function menuOf(...of: Parameters<typeof componentsOf>): APIStringSelectComponent {
  const [menu, ...others] = componentsOf(...of);
  if (menu?.type !== ComponentType.StringSelect || others.length > 0)
    throw new Error('There is no menu alone.');
  return menu;
}
const labelsIn = (...of: Parameters<typeof componentsOf>) => menuOf(...of).options.map(({ label }) => label);

describe('under an alert', () => {
  it('are its page, its transaction, a button to watch it and one for its details, in one row', () => {
    const alert = saleAlert(7);
    const collection = alert.item.collection;
    expect(componentsOf([alert])).toEqual([
      {
        type: ComponentType.Button,
        style: ButtonStyle.Link,
        label: 'View',
        url: `https://market.example/item/${collection}/7`,
      },
      {
        type: ComponentType.Button,
        style: ButtonStyle.Link,
        label: 'Tx',
        url: `https://explorer.example/tx/${alert.txHash}`,
      },
      {
        type: ComponentType.Button,
        style: ButtonStyle.Secondary,
        label: 'Watch',
        custom_id: `wa.k.wA.Bw.${referenceFor(CHANNEL, alert)}`,
      },
      {
        type: ComponentType.Button,
        style: ButtonStyle.Secondary,
        label: 'Details',
        custom_id: `to.k.wA.Bw.${referenceFor(CHANNEL, alert)}`,
      },
    ]);
  });

  it('are no links where the operator set no pages', () => {
    expect(labelsOf([saleAlert(7)], withoutPages)).toEqual(['Watch', 'Details']);
  });

  it('is no link that Discord refuses as too long', () => {
    const item = `https://market.example/${'x'.repeat(500)}/{tokenId}`;
    const context = viewContext({ links: createLinks({ ...TEMPLATES, item }) });
    expect(labelsOf([saleAlert(7)], context)).toEqual(['Tx', 'Watch', 'Details']);
  });

  it('is no transaction where the record has none', () => {
    expect(labelsOf([listingAlert()])).toEqual(['View', 'Watch', 'Details']);
  });

  const token = { collection: address(0xc0), tokenId: '7' };
  it.each<[string, Alert, LookupTarget]>([
    ['a sale leads to its token', saleAlert(7), { at: 'token', ...token }],
    ['repeat trades lead to their token', repeatTradesAlert(), { at: 'token', ...token }],
    ['a listing leads to its token', listingAlert(), { at: 'token', ...token }],
    ['a transfer of one token leads to it', moveAlert(), { at: 'token', ...token }],
    ['an offer leads to its token', offerAlert(), { at: 'token', ...token }],
    [
      'an offer for any token leads to its collection',
      offerAlert({ token: null }),
      { at: 'collection', collection: address(0xc0) },
    ],
    [
      'an auction leads to it',
      auctionAlert({ auctionId: '12' }),
      { at: 'auction', collection: address(0xc0), auctionId: '12' },
    ],
    [
      'an auction without a number leads to its token',
      auctionAlert({ auctionId: null }),
      { at: 'token', ...token },
    ],
    [
      'an auction with something else for a number leads to its token',
      auctionAlert({ auctionId: 'abc' }),
      { at: 'token', ...token },
    ],
    [
      'a token with the longest id is led to by it',
      saleAlert(1, { item: soldItem({ tokenId: LARGEST }) }),
      { at: 'token', collection: address(0xc0), tokenId: LARGEST },
    ],
  ])('%s', (_what, alert, target) => {
    const lookup = lookupOf(target);
    expect(targetsOf(componentsOf([alert]))).toEqual([watchOf(lookup), lookup]);
  });

  it('is nothing in a channel that publishes, under plain text, and under a notice', () => {
    const [alert, context] = [saleAlert(1), viewContext()];
    expect(alertMessage(postOf([alert]), context, 'normal', 'embed')).not.toHaveProperty('components');
    expect(alertMessage(postOf([alert], 'text'), context, 'normal')).not.toHaveProperty('components');
    expect(alertMessage(postOf([noticeAlert()]), context, 'normal')).not.toHaveProperty('components');
  });
});

describe('under several alerts, or an alert of several tokens,', () => {
  it('is a menu of what they are about, with the mark of the first alert', () => {
    const [first, second] = [saleAlert(1), listingAlert({ occurredAt: saleAlert(2).occurredAt })];
    const menu = menuOf([first, second]);
    expect(menu.custom_id).toBe(`of.${referenceFor(CHANNEL, first)}`);
    expect(menu.placeholder).toBe('View details');
    expect(menu.options).toEqual([
      { label: '💰 Punk #1 sold for 22.75 ETH', value: `to.k.wA.AQ.${referenceFor(CHANNEL, first)}` },
      { label: '🏷️ Punk #7 listed for 22.75 ETH', value: `to.k.wA.Bw.${referenceFor(CHANNEL, second)}` },
    ]);
  });

  it('has the most important first, at most 25', () => {
    const priced = (number: number) =>
      saleAlert(number, {
        item: soldItem({
          tokenId: String(number),
          tokenName: `Punk #${number}`,
          price: BigInt(number) * COIN,
        }),
      });
    const sales = Array.from({ length: 60 }, (_, number) => priced(number + 1));
    const ended = auctionAlert({ topic: 'auction_ended', status: 'sold' });
    const labels = labelsIn([...sales, ended], viewContext());
    expect(labels).toHaveLength(25);
    expect(labels.slice(0, 2)).toEqual([
      '🏁 Punk #7 sold at auction for 3 ETH',
      '💰 Punk #60 sold for 60 ETH',
    ]);
    expect(labelsIn([...sales.slice(0, 9), ended], viewContext(), 'summary')).toHaveLength(10);
  });

  it('has the tokens of a sweep, the most expensive first', () => {
    const items = [1n, 3n, 2n].map((price, position) =>
      soldItem({
        tokenId: String(position),
        tokenName: `Punk #${position}`,
        price: price * COIN,
        rarity: null,
      }),
    );
    expect(labelsIn([sweepAlert(3, { items })])).toEqual([
      '🧹 Punk #1 · 3 ETH',
      '🧹 Punk #2 · 2 ETH',
      '🧹 Punk #0 · 1 ETH',
    ]);
  });

  it('has an entry of each alert before a second one of a sweep', () => {
    const labels = labelsIn([sweepAlert(40), saleAlert(100), moveAlert({ txHash: txHash(9) })]);
    expect(labels).toHaveLength(25);
    expect(labels.slice(0, 3).map((label) => label.split(' ')[0])).toEqual(['🧹', '💰', '📦']);
    expect(labels[3]).toMatch(/^🧹 /u);
  });

  it('has each thing once; only one of them needs no menu', () => {
    const [sold, listed] = [saleAlert(7), listingAlert()];
    expect(labelsOf([sold, listed])).toEqual(['View', 'Watch', 'Details']);
    expect(labelsIn([sold, listed, saleAlert(8)])).toHaveLength(2);
  });

  it('has the tokens of an ERC1155 that one transaction moved in parts once', () => {
    const tokens = [alertToken({ quantity: 2n }), alertToken({ quantity: 3n }), alertToken({ tokenId: '8' })];
    expect(menuOf([moveAlert({ tokens })]).options).toHaveLength(2);
  });

  it('shows names without markdown and mentions', () => {
    const item = soldItem({ tokenId: '1', tokenName: '**Bold** @everyone `x`' });
    expect(labelsIn([saleAlert(1, { item }), saleAlert(2)])[0]).toBe(
      '💰 **Bold** @everyone `x` sold for 22.75 ETH',
    );
  });
});

describe('every component under alerts', () => {
  it('says what it leads to by its custom id alone', () => {
    const some = fc.array(anyAlert, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(some, anyContext, anyLook, (alerts, context, look) => {
        const components = componentsIn(alertMessage(postOf(alerts), context, look));
        const ids = components.flatMap((one) => {
          if (one.type === ComponentType.StringSelect) return one.options.map(({ value }) => value);
          return 'custom_id' in one ? [one.custom_id] : [];
        });
        expect(ids.filter((id) => readCustomId(id) === null || markInCustomId(id) === null)).toEqual([]);
        expect(ids.length > 0).toBe(alerts.some((alert) => isMarketAlert(alert) && hasTarget(alert)));
      }),
      { numRuns: 200 },
    );
  });
});
