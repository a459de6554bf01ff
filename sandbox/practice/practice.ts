import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { type LocalDiscord, startLocalDiscord } from '../discord/local-discord.ts';
import { servePage } from '../web/server.ts';
import type { PracticeOptions } from './options.ts';

/** A local Discord to set up a bot in, and the page for its users. */
export interface Practice extends AsyncDisposable {
  readonly discord: LocalDiscord;
  readonly pageUrl: string;
  readonly token: string;
  readonly applicationId: string;
  readonly guildId: string;
}

/** The permissions in the bot's invite link. */
const INVITE_PERMISSIONS =
  Bits.ViewChannel |
  Bits.SendMessages |
  Bits.SendMessagesInThreads |
  Bits.EmbedLinks |
  Bits.AttachFiles |
  Bits.ReadMessageHistory;

const CHANNELS = ['general', 'sales', 'auctions'];

/** Starts it: one server whose admin is ada, with ben as a plain member, and an application whose token is new each time. */
export async function startPractice(options: PracticeOptions): Promise<Practice> {
  await using parts = new AsyncDisposableStack();
  const discord = parts.use(await startLocalDiscord({ port: options.port }));
  const { applicationId, token } = discord.createApplication({ name: 'Gavel' });
  const { id: ada } = discord.createUser({ name: 'ada' });
  const { id: ben } = discord.createUser({ name: 'ben' });
  const { id: guildId } = discord.createGuild({ name: 'Your server', ownerId: ada });
  discord.addMember({ guildId, userId: ben });
  for (const name of CHANNELS) discord.createChannel({ guildId, name });
  if (options.installed) discord.installBot({ guildId, applicationId, permissions: INVITE_PERMISSIONS });
  const page = parts.use(
    await servePage({
      port: options.pagePort,
      orAnyPort: false,
      discord,
      marketplaceUrl: options.marketplaceUrl,
      people: [
        { id: ada, name: 'ada', about: 'Admin of your server' },
        { id: ben, name: 'ben', about: 'A plain member' },
      ],
      landingChannelId: null,
      applicationId,
      panel: null,
      onVisit: () => undefined,
    }),
  );
  const owned = parts.move();
  return {
    discord,
    pageUrl: page.url,
    token,
    applicationId,
    guildId,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
