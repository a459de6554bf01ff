import {
  ApplicationIntegrationType,
  ApplicationWebhookEventType,
  ApplicationWebhookType,
} from 'discord-api-types/v10';
import type { ApplicationRecord, InstallChange } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { guildPayload } from '../wire/guild.ts';
import { applicationOf, createSignedEndpoint } from './signed-endpoint.ts';

/** The Webhook Events URLs of the applications (Discord docs: Webhook Events). */
export interface WebhookEvents {
  /**
   * Saves the URL as the portal does: after a PING that was answered with 204, and forged requests that were answered with
   * 401. `null` removes it. Resolves to `null` when it is saved, else to the portal's sentence. From then on the application
   * hears there who adds it and who takes it away; what is not answered with 204 in three seconds is sent again for ten minutes.
   */
  save(applicationId: string, url: string | null): Promise<string | null>;
  close(): void;
}

const ACKNOWLEDGED = 204;
/** Doubled after every try. */
const FIRST_RETRY_MS = 1_000;
const TRIED_FOR_MS = 10 * 60_000;

function eventOf(world: World, { kind, userId, guildId }: InstallChange): Record<string, unknown> {
  const user = world.users.get(userId);
  const timestamp = new Date(world.clock.now()).toISOString();
  if (kind === 'deauthorized') {
    return { type: ApplicationWebhookEventType.ApplicationDeauthorized, timestamp, data: { user } };
  }
  const guild = world.guilds.get(guildId ?? '');
  const place =
    guild === undefined
      ? { integration_type: ApplicationIntegrationType.UserInstall, scopes: ['applications.commands'] }
      : {
          integration_type: ApplicationIntegrationType.GuildInstall,
          scopes: ['applications.commands', 'bot'],
          guild: guildPayload(guild),
        };
  return {
    type: ApplicationWebhookEventType.ApplicationAuthorized,
    timestamp,
    data: { ...place, user },
  };
}

/** Sends the events of applications that have a URL for them. */
export function createWebhookEvents(world: World): WebhookEvents {
  const envelope = ({ id }: ApplicationRecord, type: ApplicationWebhookType) => ({
    version: 1,
    application_id: id,
    type,
  });
  const endpoint = createSignedEndpoint(world, {
    ping: (application) => envelope(application, ApplicationWebhookType.Ping),
    isPong: ({ status }) => status === ACKNOWLEDGED,
    refusal: 'The specified event webhooks url could not be verified.',
  });

  /** @param waitMs before the next try, if this one is not acknowledged */
  async function deliver(application: ApplicationRecord, event: unknown, waitMs: number): Promise<void> {
    const url = application.webhookEventsUrl;
    if (url === null) return;
    const payload = { ...envelope(application, ApplicationWebhookType.Event), event };
    const answer = await endpoint.post(application, url, payload);
    // The waits so far add up to less than the next one.
    if (answer?.status === ACKNOWLEDGED || 2 * waitMs > TRIED_FOR_MS) return;
    world.clock.after(waitMs, () => void deliver(application, event, 2 * waitMs));
  }

  const stopListening = world.installChanges.add((change) => {
    const application = world.applications.get(change.applicationId);
    if (application !== undefined) void deliver(application, eventOf(world, change), FIRST_RETRY_MS);
  });

  return {
    async save(applicationId, url) {
      const application = applicationOf(world, applicationId);
      const refusal = url === null ? null : await endpoint.verify(application, url);
      if (refusal === null) application.webhookEventsUrl = url;
      return refusal;
    },
    close() {
      stopListening();
      endpoint.close();
    },
  };
}
