import { html, nothing, type TemplateResult } from 'lit-html';
import type { Cluster, ClusterNode, NodeDeed, NodeLink } from '../../contract.ts';
import type { Actions } from '../act/actions.ts';

const STATES: Readonly<Record<ClusterNode['state'], string>> = {
  running: 'running',
  frozen: 'frozen',
  down: 'down',
};

const ROLES: Readonly<Record<string, string>> = {
  poller: 'polls',
  sender: 'sends',
  housekeeper: 'keeps house',
};

const LINKS: readonly { readonly is: NodeLink; readonly label: string }[] = [
  { is: 'postgres', label: 'PostgreSQL' },
  { is: 'discord', label: 'Discord' },
];

/** What the bot does, in words: roles first, then its shards. */
function work({ roles, shards }: ClusterNode): TemplateResult {
  const names = roles.map((role) => ROLES[role] ?? role);
  const held =
    shards.length === 0 ? [] : [`${shards.length === 1 ? 'shard' : 'shards'} ${shards.join(', ')}`];
  const all = [...names, ...held];
  return html`<p class="node-work">${all.length === 0 ? 'holds nothing' : all.join(' · ')}</p>`;
}

function nodeView(node: ClusterNode, { panelActions }: Actions): TemplateResult {
  const { name, state, cutOffFrom } = node;
  const isDown = state === 'down';
  const deed = (is: NodeDeed, label: string, about: string) =>
    html`<button type="button" class="button secondary" data-deed=${is} title=${about} aria-label="${label} ${name}" ?disabled=${isDown} @click=${() => void panelActions.node(name, is)}>${label}</button>`;
  return html`<li class="node" data-node=${name} data-state=${state}>
    <p class="node-name"><b>${name}</b> <span>${STATES[state]}</span></p>
    ${work(node)}
    <div class="causes">
      ${deed('kill', 'Kill', 'The process ends at once; it starts again after 15 seconds')}
      ${
        state === 'frozen'
          ? deed('thaw', 'Thaw', 'The process goes on where it stopped (SIGCONT)')
          : deed('freeze', 'Freeze', 'The process stands still and keeps what it has (SIGSTOP)')
      }
    </div>
    ${LINKS.map(({ is, label }) => {
      const isCut = cutOffFrom.includes(is);
      return html`<button type="button" role="switch" class="switch" data-link=${is} aria-checked=${isCut ? 'true' : 'false'} aria-label="Cut ${name} off from ${label}" @click=${() => void panelActions.link(name, is, !isCut)}>
        <span>Cut off from ${label}</span><span class="switch-track" aria-hidden="true"></span>
      </button>`;
    })}
  </li>`;
}

/** The bots that share the work, who does what, and what can be done to each. */
export function clusterView(cluster: Cluster, actions: Actions): TemplateResult {
  const { nodes, unheld, isDatabaseUp } = cluster;
  return html`<section class="cluster" aria-labelledby="panel-cluster">
    <h3 id="panel-cluster">Who does what</h3>
    ${isDatabaseUp ? nothing : html`<p class="panel-notice">PostgreSQL does not answer.</p>`}
    <ul class="nodes">${nodes.map((node) => nodeView(node, actions))}</ul>
    <p class="node-work" ?hidden=${unheld.length === 0}>Nobody holds: ${unheld.join(', ')}</p>
    <div class="causes">
      <button type="button" class="button secondary" data-deed="restart-postgres" @click=${() => void actions.panelActions.restartPostgres()}>Restart PostgreSQL</button>
    </div>
  </section>`;
}
