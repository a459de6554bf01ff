import type { Address } from '#src/chain/address.ts';
import type { Messages } from '#src/messages/messages.ts';
import type { Destination } from './link.ts';

/** A button under the screens of a collection that leads to another one of them. */
export interface CollectionTab {
  readonly label: (messages: Messages) => string;
  readonly to: (collection: Address) => Destination;
}
