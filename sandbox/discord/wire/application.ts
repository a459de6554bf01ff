import {
  ApplicationFlags,
  ApplicationWebhookEventStatus,
  ApplicationWebhookEventType,
  GatewayIntentBits,
} from 'discord-api-types/v10';
import type { ApplicationRecord } from '../state/records.ts';
import type { World } from '../state/world.ts';

const { ApplicationAuthorized, ApplicationDeauthorized } = ApplicationWebhookEventType;
const { Disabled: DISABLED, Enabled: ENABLED } = ApplicationWebhookEventStatus;
const EVENT_TYPES = [ApplicationAuthorized, ApplicationDeauthorized];

/** The flags of the privileged intents that an application was granted (the form for small bots). */
export function applicationFlags(application: ApplicationRecord): number {
  const has = (intent: GatewayIntentBits): boolean => (application.privilegedIntents & intent) !== 0;
  return (
    ApplicationFlags.ApplicationCommandBadge |
    (has(GatewayIntentBits.GuildPresences) ? ApplicationFlags.GatewayPresenceLimited : 0) |
    (has(GatewayIntentBits.GuildMembers) ? ApplicationFlags.GatewayGuildMembersLimited : 0) |
    (has(GatewayIntentBits.MessageContent) ? ApplicationFlags.GatewayMessageContentLimited : 0)
  );
}

/** The body of `GET /applications/@me`. */
export function applicationPayload(world: World, application: ApplicationRecord): Record<string, unknown> {
  const guilds = [...world.guilds.values()].filter((guild) => guild.members.has(application.botId));
  return {
    id: application.id,
    name: application.name,
    icon: null,
    description: '',
    type: null,
    bot: world.users.get(application.botId),
    bot_public: true,
    bot_require_code_grant: false,
    integration_types_config: Object.fromEntries(application.integrationTypes.map((type) => [type, {}])),
    verify_key: application.signingKey.publicKey,
    flags: applicationFlags(application),
    flags_new: String(applicationFlags(application)),
    redirect_uris: [],
    interactions_endpoint_url: application.interactionsEndpointUrl,
    role_connections_verification_url: null,
    owner: ownerOf(world),
    approximate_guild_count: guilds.length,
    approximate_user_install_count: application.accountInstalls.size,
    approximate_user_authorization_count: 0,
    explicit_content_filter: 0,
    team: null,
    event_webhooks_url: application.webhookEventsUrl,
    event_webhooks_status: application.webhookEventsUrl === null ? DISABLED : ENABLED,
    event_webhooks_types: application.webhookEventsUrl === null ? [] : EVENT_TYPES,
    eligible_oauth2_scopes: ['bot', 'applications.commands'],
  };
}

function ownerOf(world: World): unknown {
  return [...world.users.values()].find((user) => user.bot !== true) ?? [...world.users.values()][0];
}
