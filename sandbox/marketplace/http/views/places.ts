/** Where a token's picture is served. */
export function tokenPicture(url: string, collection: string, tokenId: string): string {
  return `${url}/media/${collection}/${tokenId}.svg`;
}

/** Where a collection's picture is served. */
export function collectionPicture(url: string, collection: string, part: 'banner' | 'thumbnail'): string {
  return `${url}/media/${collection}/${part}.svg`;
}

/** Where a user's picture is served. */
export function personPicture(url: string, address: string): string {
  return `${url}/media/people/${address}.svg`;
}
