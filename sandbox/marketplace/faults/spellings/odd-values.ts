import { hexOf } from '../../random/hex.ts';
import { type Family, inCoins, isoOf, present } from './canonical.ts';

const RARIBLE: Readonly<Record<string, string>> = {
  sale: 'SELL',
  listing_cancelled: 'CANCEL_LIST',
  listing: 'LIST',
  offer: 'BID',
};

/** As Rarible's activities: prices in coins, addresses with the chain before them. */
export const rarible: Family = {
  list: 'activities',
  write(said) {
    const union = (address: string | null): string | null =>
      address === null ? null : `ETHEREUM:${address}`;
    const kind = RARIBLE[said.kind] ?? said.kind.toUpperCase();
    const nft = { '@type': said.nftType, contract: union(said.collection), tokenId: said.tokenId };
    return present({
      '@type': kind,
      id: `ETHEREUM:${said.id}`,
      date: isoOf(said.timestamp),
      lastUpdatedAt: isoOf(said.timestamp + 40),
      reverted: false,
      nft: { type: nft, value: String(said.quantity) },
      payment: said.wei === null ? null : { type: { '@type': 'ETH' }, value: inCoins(said.wei) },
      price: said.wei === null ? null : inCoins(said.wei),
      seller: union(said.from),
      buyer: union(said.to),
      maker: union(said.maker),
      auctionId: said.auctionId,
      transactionHash: said.txHash,
      blockchainInfo:
        said.txHash === null
          ? null
          : {
              transactionHash: said.txHash,
              blockHash: `0x${hexOf(`block:${said.txHash}`, 64)}`,
              blockNumber: 15_000_000 + said.timestamp,
              logIndex: said.logIndex,
            },
      type: kind,
    });
  },
};

/** As older marketplaces: ids in hexadecimal, prices of one item, contract and token within an asset. */
export const legacy: Family = {
  list: 'data',
  write: (said) => ({
    saleId: said.id,
    action: said.kind === 'sale' ? 'successful' : said.kind.replaceAll('_', ' '),
    asset: {
      token_id: `0x${BigInt(said.tokenId === '' ? '0' : said.tokenId).toString(16)}`,
      asset_contract: { address: said.collection.toUpperCase().replace('0X', '0x') },
      name: said.tokenName,
    },
    seller: said.from,
    buyer: said.to,
    ...(said.maker === null ? {} : { bidder: said.maker }),
    ...(said.auctionId === null ? {} : { auctionId: said.auctionId }),
    total_price: said.wei ?? '',
    quantity: said.quantity,
    tx: said.txHash?.toUpperCase().replace('0X', '0x') ?? 'null',
    index: said.logIndex,
    closing_date: said.timestamp * 1000,
  }),
};

/** As a MongoDB export: extended JSON for ids, numbers and dates. */
export const mongo: Family = {
  list: 'docs',
  write: (said) => ({
    _id: { $oid: said.id },
    type: said.kind,
    collectionAddress: said.collection,
    tokenId: { $numberDecimal: said.tokenId },
    tokenName: said.tokenName,
    price: said.wei,
    ...(said.maker === null ? { from: said.from, to: said.to } : { from: said.maker }),
    ...(said.auctionId === null ? {} : { auctionId: said.auctionId }),
    amount: said.quantity,
    txHash: said.txHash,
    logIndex: said.logIndex,
    timestamp: { $date: isoOf(said.timestamp) },
    __v: 0,
  }),
};
