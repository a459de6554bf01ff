import { parseAddress } from '../../domain/address.ts';
import type { Collection, ListedCollection, TraitType } from '../../domain/collection.ts';
import type { Holder, HolderPage } from '../../domain/holder.ts';
import type { Page } from '../../domain/page.ts';
import { errorIn, listIn, objectIn } from '../envelope.ts';
import { BadResponse, NotFound } from '../errors.ts';
import { saysNotFound } from '../http-failure.ts';
import { readTraitType, toCollection, toListedCollection } from '../map/collection.ts';
import { toHolder, toHoldersSummary } from '../map/holder.ts';
import type { AskedOrder } from '../order-check.ts';
import { pathSegment } from '../path-segment.ts';
import { type Asking, allowedLimit, type PageQuery, parameters, type RequestOptions } from './asking.ts';

/** marketplace-api: holders; the names of the sort parameters are the common ones. */
export interface HolderQuery extends PageQuery {
  /** Only holders with at least this many tokens. */
  readonly minTokens?: number | undefined;
  readonly sortBy?: 'count' | 'address' | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
}

/** The part of the client that is about collections. */
export interface CollectionEndpoints {
  /** One page of the whitelisted collections. */
  collections(query: PageQuery, options?: RequestOptions): Promise<Page<ListedCollection>>;
  /** One collection by its address or path slug. */
  collection(addressOrPath: string, options?: RequestOptions): Promise<Collection>;
  /** All traits of a collection. */
  traits(addressOrPath: string, options?: RequestOptions): Promise<readonly TraitType[]>;
  /** One page of a collection's holders. */
  holders(addressOrPath: string, query: HolderQuery, options?: RequestOptions): Promise<HolderPage>;
}

function holderOrder({ sortBy, sortOrder = 'desc' }: HolderQuery): AskedOrder<Holder> | null {
  if (sortBy === undefined) return null;
  return { direction: sortOrder, keyOf: (holder) => holder[sortBy] };
}

export function createCollectionEndpoints({ ask, list, reportUnreadable, now }: Asking): CollectionEndpoints {
  const group = 'collections';

  /** The collection's place in paths, and what it is called when there is none. */
  function placeOf(addressOrPath: string): { path: string; what: string } {
    const what = `collection "${addressOrPath.slice(0, 100)}"`;
    const segment = parseAddress(addressOrPath) ?? pathSegment(addressOrPath);
    if (segment === null) throw new NotFound(what);
    return { path: `/api/collections/${segment}`, what };
  }

  return {
    collections: async (query, options) =>
      ask(
        {
          path: '/api/collections',
          query: parameters({ page: query.page, limit: query.limit }),
          what: 'collections',
          endpoint: 'collections',
          group,
          signal: options?.signal,
        },
        (body) =>
          list(body, {
            what: 'collections',
            names: ['collections'],
            asked: query,
            read: toListedCollection,
          }),
      ),

    async collection(addressOrPath, options) {
      const address = parseAddress(addressOrPath);
      const place = placeOf(addressOrPath);
      return ask({ ...place, endpoint: 'collection', group, signal: options?.signal }, (body) => {
        const collection = toCollection(objectIn(body, 'collection'), now());
        if (collection === null) {
          if (body === null || saysNotFound(errorIn(body))) throw new NotFound(place.what);
          throw new BadResponse('there is no collection with an address in it');
        }
        if (address !== null && collection.address !== address) {
          throw new BadResponse(`it is about ${collection.address} instead of ${address}`);
        }
        return collection;
      });
    },

    async traits(addressOrPath, options) {
      const { path, what } = placeOf(addressOrPath);
      const request = {
        path: `${path}/traits`,
        what: `traits of ${what}`,
        group,
        endpoint: 'traits',
        signal: options?.signal,
      } as const;
      return ask(request, (body) => {
        const records = listIn(body, ['traits']);
        const traits = records.map((record) => ({ record, trait: readTraitType(record) }));
        reportUnreadable(
          'traits',
          traits.filter(({ trait }) => trait === null).map(({ record }) => record),
        );
        return traits.flatMap(({ trait }) => (trait === null ? [] : [trait]));
      });
    },

    async holders(addressOrPath, query, options) {
      const { path, what } = placeOf(addressOrPath);
      const asked = { ...query, limit: allowedLimit(query.limit) };
      const { page, limit, minTokens, sortBy, sortOrder } = asked;
      const request = {
        path: `${path}/holders`,
        query: parameters({ page, limit, minTokens, sortBy, sortOrder }),
        what: `holders of ${what}`,
        endpoint: 'holders',
        group,
        signal: options?.signal,
      } as const;
      return ask(request, (body) => ({
        ...list(body, {
          what: 'holders',
          names: ['holders'],
          asked,
          read: toHolder,
          filter: () => (holder) => minTokens === undefined || holder.count >= minTokens,
          order: holderOrder(asked),
        }),
        ...toHoldersSummary(body),
      }));
    },
  };
}
