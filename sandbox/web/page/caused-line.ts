import { html, type TemplateResult } from 'lit-html';
import type { CausedPost } from '../contract.ts';
import type { Actions } from './act/actions.ts';
import { type ChannelLocation, locationOf } from './channel-locations.ts';
import { icon } from './icon.ts';
import { causeLabel } from './panel/trigger-buttons.ts';
import type { State } from './state.ts';

/** More would push the message box away. */
const MAX_CHANNELS = { wide: 4, narrow: 1 };

interface LocatedPost {
  readonly post: CausedPost;
  readonly location: ChannelLocation;
}

/** The posts in channels that the user sees: the open channel first, then those of its server. */
function visiblePosts(
  posts: readonly CausedPost[],
  { world, guildId, channelId, narrow }: State,
): readonly LocatedPost[] {
  const nearness = ({ post, location }: LocatedPost): number =>
    Number(post.channelId === channelId) + Number(location.guildId === guildId);
  const located = posts.flatMap((post) => {
    const location = locationOf(world, post.channelId);
    return location === null ? [] : [{ post, location }];
  });
  return located
    .toSorted((a, b) => nearness(b) - nearness(a))
    .slice(0, narrow ? MAX_CHANNELS.narrow : MAX_CHANNELS.wide);
}

function jump({ post, location }: LocatedPost, state: State, actions: Actions): TemplateResult {
  const { channel, guildId } = location;
  const server = state.world?.guilds.find(({ id }) => id === guildId)?.name;
  const elsewhere = guildId === state.guildId || server === undefined ? '' : ` (${server})`;
  // A conversation is in no server.
  const name = server === undefined ? `@${channel.name}` : `#${channel.name}`;
  return html`<button
    type="button"
    class="caused-jump"
    data-jump=${post.messageId}
    aria-label=${`Jump to the message in ${name}${elsewhere}`}
    @click=${() => actions.navigation.jumpTo(post.channelId, post.messageId)}
  >
    ${name}${elsewhere} ${icon('jump')}
  </button>`;
}

/** Where the bot posted the event that this page caused last, above the message box. */
export function causedLine(state: State, actions: Actions): unknown {
  const caused = state.control?.caused ?? null;
  const isShown = caused !== null && caused.turn === state.causedTurn;
  if (!isShown) return html`<div role="status"></div>`;
  const label = causeLabel(caused.cause);
  const posts = visiblePosts(caused.posts, state);
  const words = posts.every(({ post }) => post.change === 'edited') ? 'updated in' : 'posted in';
  return html`<div role="status">
    <div class="caused">
      <p class="caused-words">${
        posts.length === 0
          ? html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span><span><b>${label}</b> happened; the bot has not posted it yet</span>`
          : html`<span><b>${label}</b> ${words}</span>${posts.map((post) => jump(post, state, actions))}`
      }</p>
      <button type="button" class="icon-button" aria-label="Hide this" @click=${() => actions.panelActions.hideCaused()}>${icon('close')}</button>
    </div>
  </div>`;
}
