import { describe, expect, it } from 'vitest';
import { isMarketAlert, marketKindOf, placeholdersOf, TOPICS } from '#src/alerts/kinds/registry.ts';
import { placeholderValues } from '#src/discord/render/describe.ts';
import { drawSegments } from '#src/discord/render/segments.ts';
import { viewContext } from '../../discord/views/view-context.ts';
import { goldenAlerts } from '../../golden/inputs.ts';
import { saleAlert } from '../../support/build-alert.ts';

const alerts = goldenAlerts().flatMap(({ alert }) => (isMarketAlert(alert) ? [alert] : []));
const view = viewContext();

describe('the values of placeholders', () => {
  it('are those that each kind lists', () => {
    for (const alert of alerts) {
      const kind = marketKindOf(alert);
      const values = placeholderValues(alert, view);
      expect([alert.key, Object.keys(values).toSorted()]).toEqual([
        alert.key,
        [...(kind.placeholders ?? [])].toSorted(),
      ]);
    }
  });

  it('are listed for every topic but recaps', () => {
    expect(TOPICS.filter((topic) => placeholdersOf(topic).length === 0)).toEqual(['recap']);
  });

  it('say what the card says', () => {
    const alert = saleAlert(7);
    const values = placeholderValues(alert, view);
    const drawn = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        value === null ? null : drawSegments(value, view, { nameLength: 80, links: true, wallets: 'named' }),
      ]),
    );
    expect(drawn).toMatchInlineSnapshot(`
      {
        "buyer": "[0x0000…00b0](https://market.example/profile/0x00000000000000000000000000000000000000b0)",
        "collection": "Punks",
        "count": "1",
        "floor": null,
        "floor.change": null,
        "held": null,
        "last": null,
        "link": "<https://market.example/item/0x00000000000000000000000000000000000000c0/7>",
        "price": "22.75 ETH",
        "price.fiat": null,
        "profit": null,
        "rank": "12",
        "seller": "[0x0000…005e](https://market.example/profile/0x000000000000000000000000000000000000005e)",
        "time": "<t:1767225607:R>",
        "token": "Punk #7",
        "transaction": "<https://explorer.example/tx/0x0000000000000000000000000000000000000000000000000000000000000007>",
      }
    `);
  });
});
