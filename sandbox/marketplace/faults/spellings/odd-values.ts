import { hexOf } from '../../random/hex.ts';
import { type Family, isoOf, toCoins, withoutNulls } from './canonical.ts';

const RARIBLE: Readonly<Record<string, string>> = {
  sale: 'SELL',
  listing_cancelled: 'CANCEL_LIST',
  listing: 'LIST',
  offer: 'BID',
};

/** As Rarible's activities: prices in coins, addresses with a chain prefix. */
export const rarible: Family = {
  list: 'activities',
  write(plain) {
    const union = (address: string | null): string | null =>
      address === null ? null : `ETHEREUM:${address}`;
    const kind = RARIBLE[plain.kind] ?? plain.kind.toUpperCase();
    const nft = { '@type': plain.nftType, contract: union(plain.collection), tokenId: plain.tokenId };
    return withoutNulls({
      '@type': kind,
      id: `ETHEREUM:${plain.id}`,
      date: isoOf(plain.timestamp),
      lastUpdatedAt: isoOf(plain.timestamp + 40),
      reverted: false,
      nft: { type: nft, value: String(plain.quantity) },
      payment: plain.wei === null ? null : { type: { '@type': 'ETH' }, value: toCoins(plain.wei) },
      price: plain.wei === null ? null : toCoins(plain.wei),
      seller: union(plain.from),
      buyer: union(plain.to),
      maker: union(plain.maker),
      auctionId: plain.auctionId,
      transactionHash: plain.txHash,
      blockchainInfo:
        plain.txHash === null
          ? null
          : {
              transactionHash: plain.txHash,
              blockHash: `0x${hexOf(`block:${plain.txHash}`, 64)}`,
              blockNumber: 15_000_000 + plain.timestamp,
              logIndex: plain.logIndex,
            },
      type: kind,
    });
  },
};

/** As older marketplaces: ids in hexadecimal, total prices of one item, contract and token in a nested asset. */
export const legacy: Family = {
  list: 'data',
  write: (plain) => ({
    saleId: plain.id,
    action: plain.kind === 'sale' ? 'successful' : plain.kind.replaceAll('_', ' '),
    asset: {
      token_id: `0x${BigInt(plain.tokenId === '' ? '0' : plain.tokenId).toString(16)}`,
      asset_contract: { address: plain.collection.toUpperCase().replace('0X', '0x') },
      name: plain.tokenName,
    },
    seller: plain.from,
    buyer: plain.to,
    ...(plain.maker === null ? {} : { bidder: plain.maker }),
    ...(plain.auctionId === null ? {} : { auctionId: plain.auctionId }),
    total_price: plain.wei ?? '',
    quantity: plain.quantity,
    tx: plain.txHash?.toUpperCase().replace('0X', '0x') ?? 'null',
    index: plain.logIndex,
    closing_date: plain.timestamp * 1000,
  }),
};

/** As a MongoDB export: extended JSON for ids, numbers and dates. */
export const mongo: Family = {
  list: 'docs',
  write: (plain) => ({
    _id: { $oid: plain.id },
    type: plain.kind,
    collectionAddress: plain.collection,
    tokenId: { $numberDecimal: plain.tokenId },
    tokenName: plain.tokenName,
    price: plain.wei,
    ...(plain.maker === null ? { from: plain.from, to: plain.to } : { from: plain.maker }),
    ...(plain.auctionId === null ? {} : { auctionId: plain.auctionId }),
    amount: plain.quantity,
    txHash: plain.txHash,
    logIndex: plain.logIndex,
    timestamp: { $date: isoOf(plain.timestamp) },
    __v: 0,
  }),
};
