import { chosenCollections } from '#src/alerts/filters/collection.ts';
import type { CollectionFacts } from '#src/alerts/filters/filter.ts';
import { conditions } from '#src/alerts/filters/index.ts';
import { walletsIn } from '#src/alerts/filters/owners.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import { GavelError } from '#src/chain/errors.ts';
import { resultOrNull } from '#src/discord/lookups/result-or-null.ts';
import type { CommandServices, RulePreview } from '#src/discord/services.ts';
import type { Collection } from '#src/marketplace/resources/collection.ts';

import { type Contradictions, contradictions } from './contradictions.ts';

/** With more collections, their facts are not requested. */
const MAX_COLLECTIONS = 5;

/** Results of checking a rule before it is set up. */
interface RuleCheck extends Contradictions {
  /** `null` if the marketplace did not answer. */
  readonly preview: RulePreview | null;
}

/** Returns the facts about a collection that decide whether filters can match. */
export const collectionFacts = ({
  rarity,
  standard,
}: Pick<Collection, 'rarity' | 'standard'>): CollectionFacts => ({
  ranked: rarity.enabled || rarity.calculated,
  single: standard === '721',
});

async function factsOf(
  { filter }: Rule,
  { lookups }: Pick<CommandServices, 'lookups'>,
): Promise<readonly CollectionFacts[]> {
  const isNeeded = conditions.some(
    ({ checksCollections, fields }) =>
      checksCollections === true && fields.some((field) => field.isSet(filter)),
  );
  const addresses = chosenCollections(filter) ?? [];
  if (!isNeeded || addresses.length > MAX_COLLECTIONS) return [];
  const found = await Promise.all(addresses.map((address) => resultOrNull(lookups.collection(address))));
  const facts = found.flatMap((one) => (one === null ? [] : [collectionFacts(one.value)]));
  return facts.length === addresses.length ? facts : [];
}

async function previewOf(rule: Rule, { previews }: Pick<CommandServices, 'previews'>) {
  try {
    return await previews.preview(rule);
  } catch (error) {
    if (error instanceof GavelError) return null;
    throw error;
  }
}

/** Tests the rule against recent events, and checks whether its parts contradict each other. */
export async function previewRule(
  rule: Rule,
  services: Pick<CommandServices, 'lookups' | 'previews' | 'view'>,
): Promise<RuleCheck> {
  const [preview, facts] = await Promise.all([
    previewOf(rule, services),
    factsOf(rule, services),
    services.lookups.learnNames(walletsIn(rule.filter)),
  ]);
  return { preview, ...contradictions(rule, facts, services.view) };
}
