/**
 * The documented type of a field. `amount` is a whole number in decimal digits, `time` an ISO 8601 text, `seconds` Unix
 * seconds. With a `?` it may be absent or null.
 */
export type Kind =
  | 'text'
  | 'text?'
  | 'text or number'
  | 'integer'
  | 'integer?'
  | 'number'
  | 'boolean'
  | 'amount'
  | 'amount?'
  | 'time'
  | 'seconds'
  | 'seconds?'
  | 'list'
  | 'object'
  | 'object?'
  | 'anything?';

/** The fields of one kind of record (marketplace-api: Resources and their fields). */
export type Fields = Readonly<Record<string, Kind>>;

function all<K extends Kind>(kind: K, names: string): Record<string, K> {
  return Object.fromEntries(names.split(' ').map((name) => [name, kind]));
}

/** marketplace-api: Pagination shapes, the general form. */
export const generalPagination: Fields = {
  ...all('integer', 'page limit total totalPages'),
  ...all('boolean', 'hasNextPage hasPrevPage'),
};

/** marketplace-api: Pagination shapes, the short form. */
export const shortPagination: Fields = all('integer', 'total page limit pages');

/** At the top level of a user's NFTs. */
export const userNftsPagination: Fields = {
  ...all('integer', 'total currentPage limit pages'),
  hasMore: 'boolean',
};

/** At the top level of auctions. */
export const auctionsPagination: Fields = all('integer', 'total currentPage totalPages');

/** The document does not show the items of the list; the bot needs at least these two fields. */
export const listedCollection: Fields = all('text', 'address name');

/** marketplace-api: Collection. */
export const collection: Fields = {
  ...all('text', 'address id name symbol description path banner thumbnail standard owner royaltyReceiver'),
  ...all('text', 'website twitter whitelistedBy imageStyle rarityStatus _id'),
  'the service': 'text',
  ...all('integer', 'chainId royaltyPercentage rarityTokensProcessed __v'),
  ...all('boolean', 'isWhitelisted verified displayed featured isDynamicMedia isDynamicMetadata isReveal'),
  ...all('boolean', 'enableRarity rarityCalculated'),
  ...all('time', 'createdAt updatedAt whitelistedAt rarityLastCalculated'),
  ...all('object', 'rarityStats stats volumeStats'),
  traits: 'list',
  ...all('amount', 'volumeLast1Hour volumeLast24Hours volumeLast7Days totalVolumeTraded'),
};

/** marketplace-api: rarityStats. */
export const rarityStats: Fields = {
  ...all('integer', 'traitCount tokensWithTraits tokensWithoutTraits'),
  traitPrevalence: 'number',
};

/** marketplace-api: Collection stats. */
export const collectionStats: Fields = {
  ...all('integer', 'totalMinted totalBurned totalNFTs numOwners activeSales activeSalesNonAuction'),
  ...all('integer', 'activeAuctions activeOffers collectionOffers totalListings totalAuctions totalOffers'),
  acceptedOffers: 'integer',
  ...all('amount', 'floor floorCap lowestPrice highestPrice highestSale lastSellPrice'),
  timestampLastSale: 'seconds',
  _id: 'text',
};

/** marketplace-api: Volume stats. */
export const volumeStats: Fields = {
  totalSales: 'integer',
  ...all('amount', 'totalVolume volume1h volume24h volume7d lastSalePrice'),
  ...all('number', 'change1h change24h change7d'),
  lastSaleTimestamp: 'seconds',
};

/** marketplace-api: Trait type. */
export const traitType: Fields = { type: 'text', values: 'list', _id: 'text' };

/** A value of a trait type. */
export const traitValue: Fields = { value: 'text', count: 'integer', rarity: 'number', _id: 'text' };

/** marketplace-api: Token. */
export const token: Fields = {
  ...all('text', 'id _id collectionAddress collectionName owner nftType listingSource listingApprovalStatus'),
  ...all('text', 'name description image tokenURI mediaType previewUrl thumbnailUrl'),
  ...all('integer', '__v tokenId amount rarityRank'),
  ...all('boolean', 'isBase64 imageProcessed isListed isInAuction hasOffers'),
  ...all('time', 'imageProcessedAt createdAt updatedAt'),
  lastPrice: 'amount',
  attributes: 'list',
  rarityScore: 'number',
  ...all('object', 'metadata rarity marketplaceDetails'),
};

/** marketplace-api: Attribute. */
export const attribute: Fields = {
  trait_type: 'text',
  value: 'text or number',
  display_type: 'text?',
  rarity: 'number',
  _id: 'text',
};

/** marketplace-api: Token, metadata. */
export const metadata: Fields = {
  tokenId: 'integer',
  ...all('text', 'name description image'),
  attributes: 'list',
};

/** marketplace-api: Token, rarity. */
export const rarity: Fields = {
  ...all('integer', 'rank total'),
  formatted: 'text',
  ...all('number', 'percentile score'),
};

/** marketplace-api: Token, marketplaceDetails. */
export const marketplaceDetails: Fields = {
  ...all('text', 'source sourceDisplayName'),
  ...all('text?', 'externalUrl externalId sourceLogo'),
};

/** marketplace-api: User NFT. */
export const userNft: Fields = {
  ...all('text', 'id collectionAddress owner name description thumbnail preview listingSource'),
  tokenId: 'integer',
  image: 'text?',
  ...all('boolean', 'isTracked isListed isInAuction hasOffers acceptingBids'),
  attributes: 'list',
  rarity: 'object',
  lastPrice: 'amount',
  ...all('anything?', 'listingPrice listingExpirationTime listingId auctionId auctionStartingPrice'),
  ...all('anything?', 'auctionHighestBid auctionEndTime highestOffer'),
};

/** marketplace-api: Auction. Only an auction with bids has a highest bid. */
export const auction: Fields = {
  ...all('text', 'id _id seller collectionAddress nftType'),
  ...all('integer', '__v auctionId tokenId amount'),
  startingPrice: 'amount',
  isActive: 'boolean',
  ...all('seconds', 'startTime endTime'),
  bids: 'list',
  highestBid: 'amount?',
  highestBidder: 'text?',
  finalizedAt: 'seconds?',
  ...all('time', 'createdAt updatedAt'),
};

/** marketplace-api: Bid. */
export const bid: Fields = { ...all('text', 'bidder txHash _id'), amount: 'amount', timestamp: 'seconds' };

/** marketplace-api: Holder. */
export const holder: Fields = { count: 'integer', address: 'text' };

/** marketplace-api: GET holders, collection. */
export const holdersCollection: Fields = all('text', 'address name path');

/** marketplace-api: GET holders, summary. */
export const holdersSummary: Fields = all('integer', 'totalTokens uniqueHolders');

/** marketplace-api: User profile. Private profiles are not documented. */
export const user: Fields = {
  address: 'text',
  snsName: 'text?',
  snsTokenId: 'integer?',
  ...all('object', 'profile stats'),
  ...all('boolean', 'isPrivate isNewUser'),
};

/** marketplace-api: User profile, user.profile. */
export const profile: Fields = { ...all('text', 'bio avatarUrl bannerUrl'), social: 'object' };

/** marketplace-api: User profile, user.profile.social. */
export const social: Fields = {
  ...all('text?', 'x instagram github website email'),
  'the service': 'text?',
};

/** marketplace-api: User profile, user.stats. */
export const userStats: Fields = {
  ...all('integer', 'totalNFTsOwned totalCollectionsOwned'),
  ...all('amount', 'totalVolumeBought totalVolumeSold'),
};
