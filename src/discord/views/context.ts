import type { GuildSettings } from '../../alerts/settings.ts';
import type { Address } from '../../chain/address.ts';
import type { Currency } from '../../chain/wei.ts';
import type { Links } from '../../marketplace/links.ts';
import type { Messages } from '../../messages/messages.ts';

/** What every view needs to know beside the thing that it shows. */
export interface ViewContext {
  readonly currency: Currency;
  readonly links: Links;
  readonly marketplaceName: string;
  /** Where the marketplace is, as an origin: pictures there are shown even where that is no public address. */
  readonly marketplaceOrigin: string | null;
  /**
   * What a collection is called: a name that no other has and that does not look verified; `null` where nobody says.
   * @param reported its name in a record, used where the local directory does not have it
   */
  readonly collectionName: (address: Address, reported?: string | null) => string | null;
  /** The picture of a collection that the local directory has; `null` without one. */
  readonly collectionPicture: (address: Address) => string | null;
  /** What a wallet is called, as far as somebody looked it up; `null` where no name is remembered. */
  readonly walletName: (address: Address) => string | null;
  /** In the server's language. */
  readonly messages: Messages;
  /** What the server chose that reads it. */
  readonly settings: GuildSettings;
}
