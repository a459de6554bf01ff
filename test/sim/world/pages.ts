/** Templates of the pages that messages link to, by which their alerts are recognised. */
export const COLLECTION_PAGE = {
  MARKETPLACE_ITEM_URL: 'https://market.example/item/{collection}/{tokenId}',
  MARKETPLACE_COLLECTION_URL: 'https://market.example/collection/{collection}',
  MARKETPLACE_PROFILE_URL: 'https://market.example/profile/{address}',
  MARKETPLACE_AUCTION_URL: 'https://market.example/auction/{collection}/{auctionId}',
  EXPLORER_TX_URL: 'https://explorer.example/tx/{txHash}',
};
