import { ApplicationIntegrationType } from 'discord-api-types/v10';
import type { ApplicationRecord } from './records.ts';
import type { World } from './world.ts';

const { GuildInstall, UserInstall } = ApplicationIntegrationType;

/** An application as the portal has it by default: for servers and for accounts. */
export const BOTH_INTEGRATION_TYPES: readonly ApplicationIntegrationType[] = [GuildInstall, UserInstall];

/** Adds an application to a user's account. Throws an Error for one that is for servers only. */
export function installToAccount(world: World, application: ApplicationRecord, userId: string): void {
  if (!application.integrationTypes.includes(UserInstall)) {
    throw new Error(`The application ${application.name} is not for accounts.`);
  }
  application.accountInstalls.add(userId);
  world.installChanges.emit({
    kind: 'authorized',
    applicationId: application.id,
    userId,
    guildId: null,
  });
}

/** Takes an application away from a user's account, where it is in it. */
export function removeFromAccount(world: World, application: ApplicationRecord, userId: string): void {
  if (!application.accountInstalls.delete(userId)) return;
  world.installChanges.emit({ kind: 'deauthorized', applicationId: application.id, userId, guildId: null });
}
