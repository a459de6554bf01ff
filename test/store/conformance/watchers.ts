import type { NewSubscription } from '#src/alerts/subscription.ts';
import { personTarget } from '#src/alerts/target.ts';
import type { Address } from '#src/chain/address.ts';
import { ruleFor } from '../samples.ts';

/** Discord ids. */
export const ANN = '700000000000000011';
export const BOB = '700000000000000012';
export const HER_WALLET: Address = '0x00000000000000000000000000000000000000aa';

/** A watch of all sales. */
export const watchOf = (userId: string, changes: Partial<NewSubscription> = {}): NewSubscription =>
  ruleFor(personTarget(userId), { guildId: personTarget(userId), createdBy: userId, ...changes });
