import { isAbsent, isRecord } from './decode/record.ts';
import type { Token } from './resources/token.ts';

/** Query for the tokens of a collection (marketplace-api: GET /api/tokens/collection/{address}). */
export interface TokenQuery {
  readonly page?: number;
  readonly limit?: number;
  readonly listed?: boolean;
  readonly sortBy?: 'tokenId' | 'price' | 'rarityRank' | 'lastSale';
  readonly sortOrder?: 'asc' | 'desc';
  readonly traits?: readonly { readonly type: string; readonly value: string }[];
}

type Trait = NonNullable<TokenQuery['traits']>[number];

/**
 * Returns whether the documented list syntax can express the trait; it cannot escape a comma, or a colon in the type.
 */
function isSendable(trait: Trait): boolean {
  return !/[,:]/.test(trait.type) && !trait.value.includes(',');
}

/** Converts the query to URL parameters. Traits that the list syntax cannot express are left to `tokenFilter`. */
export function tokenParameters(query: TokenQuery, traitsParameter: string): URLSearchParams {
  const parameters = new URLSearchParams();
  const plain = { page: query.page, limit: query.limit, listed: query.listed, sortBy: query.sortBy };
  for (const [name, value] of Object.entries({ ...plain, sortOrder: query.sortOrder })) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const traits = (query.traits ?? []).filter(isSendable);
  if (traits.length > 0) {
    parameters.set(traitsParameter, traits.map(({ type, value }) => `${type}:${value}`).join(','));
  }
  return parameters;
}

function normalise(text: string): string {
  return text.trim().toLowerCase();
}

/**
 * Returns a filter for tokens that match `query`: for every requested trait type, one of the requested values. Applied
 * here too, because a server may ignore unknown filter parameters.
 * @param records the raw page; without any `isListed` field, the `listed` filter is not applied
 */
export function tokenFilter(query: TokenQuery, records: readonly unknown[]): (token: Token) => boolean {
  const listed = records.some((record) => isRecord(record) && !isAbsent(record['isListed']))
    ? query.listed
    : undefined;
  const wanted = new Map<string, Set<string>>();
  for (const { type, value } of query.traits ?? []) {
    wanted.set(normalise(type), (wanted.get(normalise(type)) ?? new Set()).add(normalise(value)));
  }
  return (token) => {
    if (listed !== undefined && token.listed !== listed) return false;
    if (token.attributes.length === 0) return true;
    return [...wanted].every(([type, values]) =>
      token.attributes.some((own) => normalise(own.type) === type && values.has(normalise(own.value))),
    );
  };
}
