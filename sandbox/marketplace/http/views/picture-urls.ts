/** The address of a token's picture. */
export function tokenPicture(url: string, collection: string, tokenId: string): string {
  return `${url}/media/${collection}/${tokenId}.png`;
}

/** The address of a collection's picture. */
export function collectionPicture(url: string, collection: string, part: 'banner' | 'thumbnail'): string {
  return `${url}/media/${collection}/${part}.png`;
}

/** The address of a user's picture. */
export function userPicture(url: string, address: string): string {
  return `${url}/media/people/${address}.png`;
}
