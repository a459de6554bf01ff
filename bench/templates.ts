import { DEFAULT_GUILD_SETTINGS } from '#src/alerts/settings.ts';
import { parseTemplate } from '#src/alerts/templates/parse.ts';
import { PLACEHOLDERS } from '#src/alerts/templates/placeholders.ts';
import { drawTemplate } from '#src/discord/render/template.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { createLinks } from '#src/marketplace/links.ts';
import { messagesFor } from '#src/messages/messages.ts';
import { saleAlert } from '../test/support/build-alert.ts';
import type { Bench, BenchContext } from './harness/bench.ts';
import { quantile } from './harness/statistics.ts';

const DRAWN = 2_000;
const QUICK_DRAWN = 100;
const LENGTHS = [500, 1_000, 2_000] as const;
/** The median of a template with an alert. */
const GOAL_US = 1_000;

const TEMPLATE = {
  message: '**{buyer}** got [{token}]({link}) from {seller} for {price.fiat|price|"an unknown price"}!',
  title: '{token} sold for {price}',
  text: '{collection}[ · rank {rank}][ · {floor.change}][\nheld {held}, {profit}]\n-# {time} {transaction}',
};

const VIEW: ViewContext = {
  currency: { symbol: 'ETH', decimals: 18 },
  links: createLinks({
    item: 'https://market.example/item/{collection}/{tokenId}',
    collection: 'https://market.example/collection/{collection}',
    profile: 'https://market.example/profile/{address}',
    auction: null,
    transaction: 'https://explorer.example/tx/{txHash}',
  }),
  marketplaceName: 'Test Market',
  marketplaceOrigin: null,
  collectionName: (_, reported = null) => reported,
  collectionPicture: () => null,
  isVerified: () => false,
  walletName: () => null,
  messages: messagesFor(DEFAULT_GUILD_SETTINGS.language),
  settings: DEFAULT_GUILD_SETTINGS,
};

/** The processor's time that the work takes in this process, µs. */
function microseconds(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

async function run({ repeats, quick, record, progress }: BenchContext): Promise<void> {
  const count = quick ? QUICK_DRAWN : DRAWN;
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    progress(`drawing ${count} alerts with a template, ${repeat + 1} of ${repeats}`);
    const times = Array.from({ length: count }, (_, number) => {
      const shown = { alert: saleAlert(number), url: 'https://market.example/item/7' };
      return microseconds(() => drawTemplate(TEMPLATE, shown, VIEW));
    });
    const parameters = { quantile: 'median' };
    const value = quantile(times, 0.5);
    record({ name: 'template with an alert', value, unit: 'µs', parameters, goal: { atMost: GOAL_US } });
    for (const length of LENGTHS) {
      const text = '({token}'.repeat(length).slice(0, length);
      const perCharacter =
        microseconds(() => {
          for (let at = 0; at < count; at += 1) parseTemplate(text, PLACEHOLDERS);
        }) /
        count /
        length;
      record({ name: 'parsing, a character', value: perCharacter, unit: 'µs', parameters: { length } });
    }
  }
}

/** Templates of alerts, drawn and parsed. */
export const templates: Bench = {
  name: 'templates',
  describe: 'drawing an alert with a template, and parsing templates of several lengths',
  run,
};
