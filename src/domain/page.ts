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
