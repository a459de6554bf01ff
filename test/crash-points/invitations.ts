import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import type { LocalDiscord } from '../../sandbox/discord/local-discord.ts';

/** Servers that invite the bot while it is killed again and again; each invitation is greeted once. */
export interface Invitations {
  /** A server invites the bot; from time to time one that was greeted removes it first. */
  proceed(): void;
  count(): InvitationCount;
}

interface InvitationCount {
  readonly expected: number;
  readonly lost: number;
  readonly twice: number;
  /** Servers with too few or too many greetings, described. */
  readonly where: readonly string[];
}

const PERMISSIONS = Bits.ViewChannel | Bits.SendMessages | Bits.EmbedLinks | Bits.ReadMessageHistory;
/** More would only make every start longer. */
const MAX_SERVERS = 40;
/** Every so many invitations are of a server that had invited the bot before. */
const AGAIN_EVERY = 4;
const GREETING = '👋';

export function createInvitations({
  discord,
  applicationId,
  botId,
  adminId,
}: {
  readonly discord: LocalDiscord;
  readonly applicationId: string;
  readonly botId: string;
  readonly adminId: string;
}): Invitations {
  const servers: { readonly guildId: string; readonly channelId: string; invitations: number }[] = [];
  let steps = 0;

  const invite = (guildId: string) =>
    discord.installBot({ guildId, applicationId, permissions: PERMISSIONS });

  const greetingsIn = (channelId: string): number =>
    discord
      .messages(channelId)
      .filter(({ authorId, payload }) => authorId === botId && payload.content.startsWith(GREETING)).length;

  return {
    proceed() {
      steps += 1;
      const greeted = servers.find(
        ({ channelId, invitations }) => greetingsIn(channelId) === invitations && invitations === 1,
      );
      if (steps % AGAIN_EVERY === 0 && greeted !== undefined) {
        greeted.invitations += 1;
        discord.kickBot(greeted.guildId, applicationId);
        invite(greeted.guildId);
      } else if (servers.length < MAX_SERVERS) {
        const { id: guildId } = discord.createGuild({ name: `Guests ${servers.length}`, ownerId: adminId });
        const { id: channelId } = discord.createChannel({ guildId, name: 'general' });
        servers.push({ guildId, channelId, invitations: 1 });
        invite(guildId);
      }
    },
    count() {
      const counted = servers.map(({ channelId, invitations }) => ({
        invitations,
        greetings: greetingsIn(channelId),
      }));
      const sum = (of: (one: (typeof counted)[number]) => number) =>
        counted.reduce((all, one) => all + of(one), 0);
      return {
        expected: sum(({ invitations }) => invitations),
        lost: sum(({ invitations, greetings }) => Math.max(0, invitations - greetings)),
        twice: sum(({ invitations, greetings }) => Math.max(0, greetings - invitations)),
        where: counted.flatMap(({ invitations, greetings }, number) =>
          invitations === greetings
            ? []
            : [`server Guests ${number}: ${greetings} greetings for ${invitations} invitations`],
        ),
      };
    },
  };
}
