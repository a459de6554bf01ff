import { faultSpec } from '../../faults/spec.ts';
import { causeEndpoints } from '../cause-endpoints.ts';
import type { Deployment } from '../deployment.ts';
import { deploymentChange } from '../deployment.ts';
import type { Api, Endpoint, Parameter } from '../endpoint.ts';
import { endpoints } from '../endpoints/index.ts';
import { html, type Markup } from './html.ts';
import { STYLE } from './style.ts';

/** Examples of faults. */
const EXAMPLE_FAULTS: readonly { readonly title: string; readonly faults: object }[] = [
  {
    title: 'A slow and unreliable feed',
    faults: {
      '/api/activities': {
        latencyMs: { logNormal: { median: 400, sigma: 0.8, most: 5000 } },
        duplicates: true,
      },
      '*': { status: 502, body: 'cdn html', chance: 0.1 },
    },
  },
  { title: 'Another family’s field names', faults: { '/api/activities': { spelling: 'rarible' } } },
  { title: 'Nothing wrong any more', faults: {} },
];

/** The page at `/`: the endpoints by their own descriptions, with links that work in this world. */
export function startPage(api: Api, deployment: Deployment): string {
  const { market } = api;
  const url = api.url();
  const { markup } = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Embedded marketplace</title><style>${{ markup: STYLE }}</style></head>
<body>
<h1>Embedded marketplace</h1>
<p class="soft">${market.collections.length} collections, ${market.auctions.open.size} open auctions, ${api.feed.total}
activities so far. Everything is made up or replayed; nothing is for sale.</p>
<h2>The read API</h2>
${endpoints.map((endpoint) => endpointSection(endpoint, api, deployment))}
<h2>What this deployment has</h2>
<p>Deployments differ beyond the document. Settings can be changed at any time.</p>
<section>
${table(descriptions(deploymentChange.shape).map(([name, note]) => [name, `Now ${String(deployment[name])}.`, note]))}
${curl('PUT', `${url}/_/deployment`, { tokenEndpoint: true, etags: true })}
</section>
<h2>Let something happen</h2>
<p>Each of these happens at once, whether the clock runs or not. What is left out is drawn; amounts are decimal strings of wei.</p>
${causeEndpoints.map(
  ({ what, summary, options, example }) => html`<section><h3>POST /_/cause/${what}</h3><p>${summary}</p>
${table(Object.entries(options).map(([name, note]) => [name, note]))}
${curl('POST', `${url}/_/cause/${what}`, example)}</section>`,
)}
<h2>Let something go wrong</h2>
<p>Faults are set by path: an exact one, a beginning that ends in <code>*</code>, or <code>*</code> for the whole read
API. They combine. Setting them replaces all that were set; <a href="/_/faults">those in force</a>.</p>
<section>${EXAMPLE_FAULTS.map(({ title, faults }) => html`<p>${title}</p>${curl('PUT', `${url}/_/faults`, faults)}`)}</section>
<section>${table(descriptions(faultSpec.shape))}</section>
<h2>The truth</h2>
<p>What the feed has shown is in the <a href="/_/ledger">ledger</a>, and every auction in the
<a href="/_/ledger/auctions">ledger of auctions</a>, whatever a fault hides.</p>
</body></html>`;
  return markup;
}

function endpointSection(endpoint: Endpoint, api: Api, deployment: Deployment): Markup {
  const offered = endpoint.offered?.(deployment) !== false;
  const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
  const links = endpoint.examples(api).map((href) => html`<li><a href="${href}">${href}</a></li>`);
  return html`<section${{ markup: offered ? '' : ' class="off"' }}><h3>GET ${path}</h3><p>${endpoint.summary}</p>
${table(endpoint.parameters.map(parameterRow))}
${offered ? html`<ul>${links}</ul>` : html`<p>Switched off at present.</p>`}</section>`;
}

function parameterRow({ name, type, note, choices }: Parameter): readonly string[] {
  return [name, choices === undefined ? type : choices.join(' | '), note];
}

function descriptions<T extends Readonly<Record<string, { readonly description?: string | undefined }>>>(
  shape: T,
): readonly (readonly [keyof T & string, string])[] {
  const names = Object.keys(shape) as readonly (keyof T & string)[];
  return names.map((name) => [name, shape[name]?.description ?? '']);
}

/** The first cell of each row is a name. */
function table(rows: readonly (readonly string[])[]): Markup {
  if (rows.length === 0) return html``;
  const cells = rows.map(
    ([name = '', ...rest]) =>
      html`<tr><td><code>${name}</code></td>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  );
  return html`<div class="scroll"><table>${cells}</table></div>`;
}

function curl(method: string, url: string, body: object): Markup {
  return html`<pre>curl -X ${method} ${url} -d '${JSON.stringify(body)}'</pre>`;
}
