import type { Address } from '../../domain/address.ts';
import { GavelError } from '../../domain/errors.ts';
import type { Rule } from '../../domain/subscription.ts';
import { optionally } from '../answers/optional.ts';
import type { CommandServices, RulePreview } from '../services.ts';
import { type CollectionFacts, contradictions } from './contradictions.ts';

/** Of more collections nothing is asked. */
const MOST_COLLECTIONS = 5;

/** What can be said of a rule before it is set up. */
export interface LookAhead {
  /** `null` where the marketplace did not answer. */
  readonly preview: RulePreview | null;
  readonly contradictions: readonly string[];
}

async function factsOf(
  { filter }: Rule,
  { lookups }: Pick<CommandServices, 'lookups'>,
): Promise<readonly CollectionFacts[]> {
  const asks = filter.rankAtMost !== null || filter.quantityFrom !== null;
  const addresses: readonly Address[] =
    filter.collections.type === 'these' ? filter.collections.addresses : [];
  if (!asks || addresses.length > MOST_COLLECTIONS) return [];
  const told = await Promise.all(addresses.map((address) => optionally(lookups.collection(address))));
  const facts = told.flatMap((one) => (one === null ? [] : [one.value]));
  return facts.length === addresses.length ? facts : [];
}

async function previewOf(rule: Rule, { rehearsal }: Pick<CommandServices, 'rehearsal'>) {
  try {
    return await rehearsal.preview(rule);
  } catch (error) {
    if (error instanceof GavelError) return null;
    throw error;
  }
}

/** Holds the rule against what happened lately, and its parts against each other. */
export async function lookAhead(
  rule: Rule,
  services: Pick<CommandServices, 'lookups' | 'rehearsal'>,
): Promise<LookAhead> {
  const [preview, facts] = await Promise.all([previewOf(rule, services), factsOf(rule, services)]);
  return { preview, contradictions: contradictions(rule, facts) };
}
