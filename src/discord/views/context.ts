import type { Reader } from '#src/alerts/description.ts';
import type { GuildSettings } from '#src/alerts/settings.ts';
import type { Address } from '#src/chain/address.ts';
import type { FiatRate } from '#src/chain/fiat.ts';
import type { Currency } from '#src/chain/wei.ts';
import type { Links } from '#src/marketplace/links.ts';
import type { Messages } from '#src/messages/messages.ts';

/** Context that every view needs besides its data. */
export interface ViewContext {
  readonly currency: Currency;
  /** The present fiat price of one coin, for lookups; absent or `null` while it is unknown. */
  readonly fiat?: FiatRate | null;
  readonly links: Links;
  readonly marketplaceName: string;
  /** The marketplace's origin. Its pictures are shown even if it is not a public address. */
  readonly marketplaceOrigin: string | null;
  /**
   * Returns the display name of a collection, unique and without fake check marks; `null` if it is unknown.
   * @param reported its name in a record, used if the local directory does not contain it
   */
  readonly collectionName: (address: Address, reported?: string | null) => string | null;
  /** Returns the picture of a collection in the local directory; `null` without one. */
  readonly collectionPicture: (address: Address) => string | null;
  /** Returns whether the marketplace verified a collection, according to the local directory. */
  readonly isVerified: (address: Address) => boolean;
  /** Returns the cached name of a wallet, from earlier lookups; `null` without one. */
  readonly walletName: (address: Address) => string | null;
  /** In the server's language. */
  readonly messages: Messages;
  /** The reader of a direct message; absent in a channel. */
  readonly reader?: Reader;
  /** Settings of the server that sees the view. */
  readonly settings: GuildSettings;
}
