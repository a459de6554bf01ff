/** One page of a list, whatever of the API's four pagination shapes it came in; what was absent is derived. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Counted from 1. */
  readonly page: number;
  /** Items over all pages; `null` where the answer does not tell. */
  readonly total: number | null;
  readonly hasNext: boolean;
  /** Records of this page that could not be read and are not among the items. */
  readonly unreadable: number;
}

/** A page of a list that can be asked for in an order. */
export interface SortedPage<T> extends Page<T> {
  /**
   * Whether the list is in the order that was asked for. `false`: the server ignored it, and only this page was put in
   * order here. `null`: no order was asked for, or the items do not tell what they are ordered by.
   */
  readonly sorted: boolean | null;
}
