/** One page of a list, from any of the API's four pagination formats; missing values are derived. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Counted from 1. */
  readonly page: number;
  /** Number of items on all pages; `null` if unknown. */
  readonly total: number | null;
  readonly hasNext: boolean;
  /** Number of records of this page that could not be decoded; they are not in `items`. */
  readonly unreadable: number;
}

/** A page of a list that can be requested in an order. */
export interface SortedPage<T> extends Page<T> {
  /**
   * Whether the list is in the requested order. `false`: the server ignored it, and only this page was sorted here.
   * `null`: no order was requested, or the items do not contain the sort field.
   */
  readonly sorted: boolean | null;
}
