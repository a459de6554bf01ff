import { directMessageChannel, directMessageRefusal, findDirectMessage } from '../state/direct-messages.ts';
import { removeGuildMember } from '../state/guilds.ts';
import type { ApplicationRecord, ChannelRecord } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { applicationPayload } from '../wire/application.ts';
import { channelPayload } from '../wire/channel.ts';
import { textField } from '../wire/fields.ts';
import { ownGuildPayload } from '../wire/guild.ts';
import { ownUser } from '../wire/user.ts';
import { cannotMessageUser, invalidField, noCommonServer, unknownUser } from './errors.ts';
import { accessibleGuild } from './permission-checks.ts';
import { botRoute, NO_CONTENT, ok, param, type Route } from './route.ts';

/**
 * The direct message channel with a user; asked for again, the same one. That they accept none shows when something is
 * sent. Throws 50278 for a new one without a server in common.
 */
function openDirectMessage(world: World, caller: ApplicationRecord, userId: string): ChannelRecord {
  if (findDirectMessage(world, caller.botId, userId) === null) {
    world.directMessageOpenedAt.push(world.clock.now());
    if (directMessageRefusal(world, caller, userId) === 'no-common-server') throw noCommonServer();
  }
  return directMessageChannel(world, caller.botId, userId);
}

/** The bot itself, its application, and users. */
export function meRoutes(world: World): Route[] {
  return [
    botRoute('GET', '/users/@me', (_request, caller) => {
      const user = world.users.get(caller.botId);
      if (user === undefined) {
        throw unknownUser();
      }
      return ok(ownUser(user));
    }),
    botRoute('PATCH', '/users/@me', (request, caller) => {
      const user = world.users.get(caller.botId);
      if (user === undefined) {
        throw unknownUser();
      }
      const renamed = { ...user, username: textField(request.body, 'username') ?? user.username };
      world.users.set(user.id, renamed);
      return ok(ownUser(renamed));
    }),
    botRoute('GET', '/users/@me/guilds', (_request, caller) =>
      ok(
        [...world.guilds.values()]
          .filter((guild) => guild.members.has(caller.botId))
          .map((guild) => ownGuildPayload(guild, caller.botId)),
      ),
    ),
    botRoute('DELETE', '/users/@me/guilds/:guildId', (request, caller) => {
      removeGuildMember(world, accessibleGuild(world, caller, param(request, 'guildId')), caller.botId);
      return NO_CONTENT;
    }),
    botRoute('POST', '/users/@me/channels', (request, caller) => {
      const recipientId = textField(request.body, 'recipient_id');
      if (recipientId === undefined) {
        throw invalidField('recipient_id', 'BASE_TYPE_REQUIRED', 'This field is required');
      }
      const recipient = world.users.get(recipientId);
      if (recipient === undefined) {
        throw unknownUser();
      }
      if (recipient.bot === true) {
        throw cannotMessageUser();
      }
      return ok(channelPayload(world, openDirectMessage(world, caller, recipientId)));
    }),
    botRoute('GET', '/users/:userId', (request) => {
      const user = world.users.get(param(request, 'userId'));
      if (user === undefined) {
        throw unknownUser();
      }
      return ok(user);
    }),
    botRoute('GET', '/applications/@me', (_request, caller) => ok(applicationPayload(world, caller))),
    botRoute('GET', '/oauth2/applications/@me', (_request, caller) => ok(applicationPayload(world, caller))),
  ];
}
