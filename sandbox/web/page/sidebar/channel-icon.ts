import type { TemplateResult } from 'lit-html';
import type { ShownChannel } from '../../contract.ts';
import { type IconName, icon } from '../icon.ts';

const ICONS: Readonly<Record<ShownChannel['kind'], IconName>> = {
  text: 'hash',
  announcement: 'announcement',
  voice: 'voice',
  thread: 'thread',
  'private-thread': 'lock',
  direct: 'direct',
};

/** The icon of a channel kind. */
export function channelIcon(kind: ShownChannel['kind']): TemplateResult {
  return icon(ICONS[kind]);
}
