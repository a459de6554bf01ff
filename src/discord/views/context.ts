import type { Reader } from '#src/alerts/description.ts';
import type { GuildSettings } from '#src/alerts/settings.ts';
import type { Address } from '#src/chain/address.ts';
import type { Currency } from '#src/chain/wei.ts';
import type { Links } from '#src/marketplace/links.ts';
import type { Messages } from '#src/messages/messages.ts';

/** What every view needs besides the data that it shows. */
export interface ViewContext {
  readonly currency: Currency;
  readonly links: Links;
  readonly marketplaceName: string;
  /** The marketplace's origin: its pictures are shown even if that is not a public address. */
  readonly marketplaceOrigin: string | null;
  /**
   * The display name of a collection, unique and without fake check marks; `null` if it is unknown.
   * @param reported its name in a record, used where the local directory does not have it
   */
  readonly collectionName: (address: Address, reported?: string | null) => string | null;
  /** The picture of a collection that the local directory has; `null` without one. */
  readonly collectionPicture: (address: Address) => string | null;
  /** Whether the marketplace verified a collection, as the local directory has it. */
  readonly isVerified: (address: Address) => boolean;
  /** The cached name of a wallet, from earlier lookups; `null` without one. */
  readonly walletName: (address: Address) => string | null;
  /** In the server's language. */
  readonly messages: Messages;
  /** Whose direct message it is; absent in a channel. */
  readonly reader?: Reader;
  /** Settings of the server that sees the view. */
  readonly settings: GuildSettings;
}
