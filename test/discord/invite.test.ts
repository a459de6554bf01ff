import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import {
  inviteLink,
  invitePermissions,
  neededForAlerts,
  READ_HISTORY,
} from '#src/discord/access/needed-permissions.ts';

const link = new URL(inviteLink('1234567890'));

describe('the invite link', () => {
  it('leads to Discord, for this application, as a bot with commands', () => {
    expect(`${link.origin}${link.pathname}`).toBe('https://discord.com/oauth2/authorize');
    expect(link.searchParams.get('client_id')).toBe('1234567890');
    expect(link.searchParams.get('scope')?.split(' ')).toEqual(['bot', 'applications.commands']);
  });

  it('asks for the least permissions and no others', () => {
    const bits = BigInt(link.searchParams.get('permissions') ?? '');
    const names = Object.entries(PermissionFlagsBits).flatMap(([name, bit]) =>
      (bits & bit) === bit ? [name] : [],
    );
    expect(names).toEqual([
      'ViewChannel',
      'SendMessages',
      'EmbedLinks',
      'AttachFiles',
      'ReadMessageHistory',
      'SendMessagesInThreads',
    ]);
  });

  it('asks for what setting an alert up looks at', () => {
    expect(invitePermissions).toEqual(
      expect.arrayContaining([...neededForAlerts('channel'), ...neededForAlerts('thread'), READ_HISTORY]),
    );
  });
});
