import type { Token } from '../domain/token.ts';
import { isAbsent, isRecord } from './decode/record.ts';

/** How the tokens of a collection are asked for (marketplace-api: GET /api/tokens/collection/{address}). */
export interface TokenQuery {
  readonly page?: number;
  readonly limit?: number;
  readonly listed?: boolean;
  readonly sortBy?: 'tokenId' | 'price' | 'rarityRank' | 'lastSale';
  readonly sortOrder?: 'asc' | 'desc';
  readonly traits?: readonly { readonly type: string; readonly value: string }[];
}

type Trait = NonNullable<TokenQuery['traits']>[number];

/** The documented list form has no way to write a comma, nor a colon in the type. */
function canBeSent(trait: Trait): boolean {
  return !/[,:]/.test(trait.type) && !trait.value.includes(',');
}

/** The query as URL parameters. Traits that the list form cannot carry are left to `tokenFilter`. */
export function tokenParameters(query: TokenQuery, traitsParameter: string): URLSearchParams {
  const parameters = new URLSearchParams();
  const plain = { page: query.page, limit: query.limit, listed: query.listed, sortBy: query.sortBy };
  for (const [name, value] of Object.entries({ ...plain, sortOrder: query.sortOrder })) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const traits = (query.traits ?? []).filter(canBeSent);
  if (traits.length > 0) {
    parameters.set(traitsParameter, traits.map(({ type, value }) => `${type}:${value}`).join(','));
  }
  return parameters;
}

function fold(text: string): string {
  return text.trim().toLowerCase();
}

/**
 * Whether a token is what `query` asks for, as far as the page tells: one of the values of every type of trait that
 * is asked for. A server may ignore a filter whose name it does not know.
 * @param records the page as it came; where none of them says whether it is listed, none is left out for it
 */
export function tokenFilter(query: TokenQuery, records: readonly unknown[]): (token: Token) => boolean {
  const listed = records.some((record) => isRecord(record) && !isAbsent(record['isListed']))
    ? query.listed
    : undefined;
  const wanted = new Map<string, Set<string>>();
  for (const { type, value } of query.traits ?? []) {
    wanted.set(fold(type), (wanted.get(fold(type)) ?? new Set()).add(fold(value)));
  }
  return (token) => {
    if (listed !== undefined && token.listed !== listed) return false;
    if (token.attributes.length === 0) return true;
    return [...wanted].every(([type, values]) =>
      token.attributes.some((own) => fold(own.type) === type && values.has(fold(own.value))),
    );
  };
}
