/** Unread counts after a message in a channel that nobody looks at. */
export function withUnread(
  unread: ReadonlyMap<string, number>,
  channelId: string,
): ReadonlyMap<string, number> {
  return new Map(unread).set(channelId, (unread.get(channelId) ?? 0) + 1);
}

export function withoutUnread(
  unread: ReadonlyMap<string, number>,
  channelId: string,
): ReadonlyMap<string, number> {
  const rest = new Map(unread);
  rest.delete(channelId);
  return rest;
}

/** Unread messages of several channels together. */
export function unreadAmong(unread: ReadonlyMap<string, number>, channelIds: readonly string[]): number {
  return channelIds.reduce((sum, id) => sum + (unread.get(id) ?? 0), 0);
}

/** `99+` beyond that, as on Discord's badges. */
export function badgeText(count: number): string {
  return count > 99 ? '99+' : String(count);
}
