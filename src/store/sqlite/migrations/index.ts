import { initial } from './001-initial.ts';
import { everyAlert } from './002-every-alert.ts';
import { gapSizes } from './003-gap-sizes.ts';
import { triesByDiscordsClock } from './004-tries-by-discords-clock.ts';
import { heldMessages } from './005-held-messages.ts';
import { lateFacts } from './006-late-facts.ts';
import { pingRoles } from './007-ping-roles.ts';
import { alertKinds } from './008-alert-kinds.ts';
import { ruleConditions } from './009-rule-conditions.ts';
import { auctionCards } from './010-auction-cards.ts';
import type { Migration } from './migration.ts';

/** All migrations in order; `user_version` is the number of those applied. Only ever append. */
export const migrations: readonly Migration[] = [
  initial,
  everyAlert,
  gapSizes,
  triesByDiscordsClock,
  heldMessages,
  lateFacts,
  pingRoles,
  alertKinds,
  ruleConditions,
  auctionCards,
];
