import { parseAddress } from '#src/chain/address.ts';
import { readError, readList, unwrapObject } from '../envelope.ts';
import { BadResponse, NotFound } from '../errors.ts';
import { reportsNotFound } from '../http-failure.ts';
import type { Page } from '../pagination.ts';
import { pathSegment } from '../path-segment.ts';
import type { RequestedOrder } from '../requested-order.ts';
import {
  type Collection,
  collectionSchema,
  type ListedCollection,
  listedCollectionSchema,
  type TraitType,
  traitTypeSchema,
} from '../resources/collection.ts';
import {
  type Holder,
  type HolderPage,
  holderSchema,
  holdersSummarySchema,
  NO_SUMMARY,
} from '../resources/holder.ts';
import {
  allowedLimit,
  type EndpointContext,
  type PageQuery,
  parameters,
  type RequestOptions,
} from './context.ts';

/** marketplace-api: holders, with the common names of the sort parameters. */
export interface HolderQuery extends PageQuery {
  /** Only holders with at least this many tokens. */
  readonly minTokens?: number | undefined;
  readonly sortBy?: 'count' | 'address' | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
}

/** Collection endpoints of the client. */
export interface CollectionEndpoints {
  /** Reads one page of the whitelisted collections. */
  collections(query: PageQuery, options?: RequestOptions): Promise<Page<ListedCollection>>;
  /** Reads one collection by its address or path slug. */
  collection(addressOrPath: string, options?: RequestOptions): Promise<Collection>;
  /** Reads all traits of a collection. */
  traits(addressOrPath: string, options?: RequestOptions): Promise<readonly TraitType[]>;
  /** Reads one page of a collection's holders. */
  holders(addressOrPath: string, query: HolderQuery, options?: RequestOptions): Promise<HolderPage>;
}

function holderOrder({ sortBy, sortOrder = 'desc' }: HolderQuery): RequestedOrder<Holder> | null {
  if (sortBy === undefined) return null;
  return { direction: sortOrder, keyOf: (holder) => holder[sortBy] };
}

export function createCollectionEndpoints({
  ask,
  list,
  read,
  reportUnreadable,
  now,
  ownCoin,
}: EndpointContext): CollectionEndpoints {
  const group = 'collections';
  const oneOfList = listedCollectionSchema({ ownCoin });
  const one = collectionSchema({ now, ownCoin });

  /** Returns the collection's URL path, and its name for `NotFound`. */
  function resolvePath(addressOrPath: string): { path: string; what: string } {
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
            requested: query,
            schema: oneOfList,
          }),
      ),

    async collection(addressOrPath, options) {
      const address = parseAddress(addressOrPath);
      const target = resolvePath(addressOrPath);
      return ask({ ...target, endpoint: 'collection', group, signal: options?.signal }, (body) => {
        const collection = read(unwrapObject(body, 'collection'), one);
        if (collection === null) {
          if (body === null || reportsNotFound(readError(body))) throw new NotFound(target.what);
          throw new BadResponse('there is no collection with an address in it');
        }
        if (address !== null && collection.address !== address) {
          throw new BadResponse(`it is about ${collection.address} instead of ${address}`);
        }
        return collection;
      });
    },

    async traits(addressOrPath, options) {
      const { path, what } = resolvePath(addressOrPath);
      const request = {
        path: `${path}/traits`,
        what: `traits of ${what}`,
        group,
        endpoint: 'traits',
        signal: options?.signal,
      } as const;
      return ask(request, (body) => {
        const records = readList(body, ['traits']);
        const traits = records.map((record) => ({ record, trait: read(record, traitTypeSchema, 'traits') }));
        reportUnreadable(
          'traits',
          traits.filter(({ trait }) => trait === null).map(({ record }) => record),
        );
        return traits.flatMap(({ trait }) => (trait === null ? [] : [trait]));
      });
    },

    async holders(addressOrPath, query, options) {
      const { path, what } = resolvePath(addressOrPath);
      const requested = { ...query, limit: allowedLimit(query.limit) };
      const { page, limit, minTokens, sortBy, sortOrder } = requested;
      const request = {
        path: `${path}/holders`,
        query: parameters({ page, limit, minTokens, sortBy, sortOrder }),
        what: `holders of ${what}`,
        endpoint: 'holders',
        group,
        signal: options?.signal,
      } as const;
      return ask(request, async (body) => ({
        ...(await list(body, {
          what: 'holders',
          names: ['holders'],
          requested,
          schema: holderSchema,
          filter: () => (holder) => minTokens === undefined || holder.count >= minTokens,
          order: holderOrder(requested),
        })),
        ...(read(body, holdersSummarySchema) ?? NO_SUMMARY),
      }));
    },
  };
}
