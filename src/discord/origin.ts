import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { personTarget } from '#src/alerts/target.ts';
import { hasAll } from './guilds/permissions.ts';
import { type InGuild, type Interaction, isInGuild } from './interactions/interaction.ts';

/**
 * Where a command or component was used: in a server that the bot is in; or elsewhere, where it knows nothing but the
 * person.
 */
export type Origin =
  | { readonly at: 'server'; readonly interaction: InGuild & Interaction }
  | {
      readonly at: 'person';
      /** Id of the server whose rules, drafts and saved inputs are used; outside of servers, it stands for the user. */
      readonly guildId: string;
      /** Id of the user whose settings are used if nobody else sees the answer; else `null`, for the defaults. */
      readonly settingsOf: string | null;
      /** Whether answers to `members` are visible only to the user, too. */
      readonly isPrivate: boolean;
    };

/** Permissions that a user and the app need for a public answer in a server without the bot. */
const TO_ANSWER_PUBLICLY = Bits.ViewChannel | Bits.SendMessages | Bits.UseExternalApps;
const APP_TO_ANSWER_PUBLICLY = Bits.EmbedLinks | Bits.AttachFiles;

/**
 * Returns whether an answer must be ephemeral. In a server without the bot, the app has no permissions of its own, only
 * those with which the user may use apps (Discord docs: User-installed Apps).
 */
function mustBePrivate({ guildId, member, appPermissions }: Interaction): boolean {
  if (guildId === null) return false;
  return (
    !hasAll(member?.permissions ?? 0n, TO_ANSWER_PUBLICLY) ||
    !hasAll(appPermissions ?? 0n, APP_TO_ANSWER_PUBLICLY)
  );
}

/** @param isKnown whether the bot is in the server */
export function originOf(interaction: Interaction, isKnown: (guildId: string) => boolean): Origin {
  if (isInGuild(interaction) && isKnown(interaction.guildId)) return { at: 'server', interaction };
  const guildId = personTarget(interaction.userId);
  return {
    at: 'person',
    guildId,
    settingsOf: interaction.isDirectMessage ? guildId : null,
    isPrivate: mustBePrivate(interaction),
  };
}
