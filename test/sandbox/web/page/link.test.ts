import { expect, it } from 'vitest';
import { messageLink } from '../../../../sandbox/web/page/markdown/link.ts';

it.each([
  ['https://discord.com/channels/1/2/3', { channelId: '2', messageId: '3' }],
  ['https://discord.com/channels/@me/2/3', { channelId: '2', messageId: '3' }],
  ['https://discord.com/channels/1/2', null],
  ['https://discord.com.example/channels/1/2/3', null],
  ['https://market.example/item/1/2', null],
])('%s leads to a message of the page or to another page', (url, message) => {
  expect(messageLink(url)).toEqual(message);
});
