import type { Address } from '#src/chain/address.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Subject } from './subject.ts';

/** The auction, which is looked up for its token. Rejects like the lookup. */
export async function readAuction(
  { collection, auctionId }: { readonly collection: Address; readonly auctionId: string },
  { services }: Pick<AnswerContext, 'services'>,
): Promise<Subject> {
  const { value } = await services.lookups.auction(collection, auctionId);
  return { kind: 'auction', auction: value.id, collection: value.collection, tokenId: value.tokenId };
}
