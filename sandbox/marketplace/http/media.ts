import { Hono } from 'hono';
import { drawCollection } from '../media/collection-picture.ts';
import { drawPerson } from '../media/person-picture.ts';
import { drawToken } from '../media/token-picture.ts';
import { type Api, collectionNamed } from './endpoint.ts';
import { ApiError } from './errors.ts';

/** Pictures of tokens and collections: `/{collection}/{tokenId|banner|thumbnail}.svg`. */
export function mediaRoutes(api: Api): Hono {
  const media = new Hono();
  media.get('/people/:file{0x[0-9a-f]{40}\\.svg}', (context) =>
    svg(drawPerson(context.req.param('file').slice(0, -'.svg'.length))),
  );
  return media.get('/:collection/:file{.+\\.svg}', (context) => {
    const collection = collectionNamed(api, context.req.param('collection'));
    const name = context.req.param('file').slice(0, -'.svg'.length);
    if (name === 'banner' || name === 'thumbnail') return svg(drawCollection(collection.profile, name));
    const sheet = collection.sheet(name);
    if (sheet === undefined) throw new ApiError(404, 'Token not found');
    return svg(drawToken(collection.profile.address, sheet));
  });
}

function svg(text: string): Response {
  return new Response(text, {
    headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=3600' },
  });
}
