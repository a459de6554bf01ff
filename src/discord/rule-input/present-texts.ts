import { ALERT_KINDS } from '../../domain/alert-kind.ts';
import type { Rule } from '../../domain/subscription.ts';
import type { Wei } from '../../domain/wei.ts';
import type { CommandServices } from '../services.ts';
import { EVERY_COLLECTION, WHITELISTED_COLLECTIONS } from './collections.ts';
import { nameOfKind } from './kinds.ts';
import type { RuleOption } from './rule-options.ts';

type Services = Pick<CommandServices, 'collections' | 'view'>;

function kindsText({ kinds }: Rule): string {
  if (kinds.length === ALERT_KINDS.length) return 'Everything';
  return kinds.map(nameOfKind).join(', ');
}

function collectionsText({ filter }: Rule, { collections }: Services): string {
  const chosen = filter.collections;
  if (chosen.type === 'every') return EVERY_COLLECTION;
  if (chosen.type === 'whitelisted') return WHITELISTED_COLLECTIONS;
  return chosen.addresses
    .map((address) => {
      const name = collections.get(address)?.name.trim() ?? '';
      // A name is only written where reading it leads back to the same collection.
      const leadsBack =
        name !== '' && !/[,;\n✓]/.test(name) && collections.resolve(name)?.address === address;
      return leadsBack ? name : address;
    })
    .join(', ');
}

/** Every digit, without symbol and grouping, as `readPrice` takes it whatever the server's language. */
function coinsText(amount: Wei, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/(?<!0)0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** A rule as somebody might have typed it: `changedRule` reads it back. What is not set is an empty text. */
export function presentTexts(rule: Rule, services: Services): Readonly<Record<RuleOption, string>> {
  const { filter } = rule;
  const { decimals } = services.view.currency;
  const price = (amount: Wei | null) => (amount === null ? '' : coinsText(amount, decimals));
  return {
    alerts: kindsText(rule),
    collection: collectionsText(rule, services),
    price_from: price(filter.priceFrom),
    price_to: price(filter.priceTo),
    below_floor: filter.belowFloorPercent === null ? '' : String(filter.belowFloorPercent),
    rank: filter.rankAtMost === null ? '' : String(filter.rankAtMost),
    traits: (filter.traits?.traits ?? []).map(({ type, value }) => `${type}: ${value}`).join(', '),
    trait_mode: filter.traits?.mode ?? '',
    wallets: filter.onlyWallets.join(', '),
    not_wallets: filter.notWallets.join(', '),
    amount: filter.quantityFrom === null ? '' : String(filter.quantityFrom),
    ending: String(rule.endingLead),
  };
}
