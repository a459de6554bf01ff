import { Hono } from 'hono';
import { drawCollection } from '../media/collection-picture.ts';
import { drawToken } from '../media/token-picture.ts';
import { drawUserPicture } from '../media/user-picture.ts';
import { type Api, collectionNamed } from './endpoint.ts';
import { ApiError } from './errors.ts';

const EXTENSION = '.png';
/** Drawing one takes some 15 ms; several pages show the same ones. */
const MAX_KEPT = 200;

type Picture = Uint8Array<ArrayBuffer>;

/** Pictures of tokens, collections and users: `/{collection}/{tokenId|banner|thumbnail}.png`, `/people/{address}.png`. */
export function mediaRoutes(api: Api): Hono {
  const kept = new Map<string, Picture>();

  /** Keeps the pictures that were drawn last. A key stands for one picture for ever. */
  function png(key: string, draw: () => Picture): Response {
    const picture = kept.get(key) ?? draw();
    kept.delete(key);
    kept.set(key, picture);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return new Response(picture, {
      headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=3600' },
    });
  }

  const media = new Hono();
  media.get('/people/:file{0x[0-9a-f]{40}\\.png}', (context) => {
    const address = context.req.param('file').slice(0, -EXTENSION.length);
    return png(`people/${address}`, () => drawUserPicture(address));
  });
  return media.get('/:collection/:file{.+\\.png}', (context) => {
    const collection = collectionNamed(api, context.req.param('collection'));
    const { address } = collection.profile;
    const name = context.req.param('file').slice(0, -EXTENSION.length);
    if (name === 'banner' || name === 'thumbnail')
      return png(`${address}/${name}`, () => drawCollection(collection.profile, name));
    const sheet = collection.sheet(name);
    if (sheet === undefined) throw new ApiError(404, 'Token not found');
    return png(`${address}/${name}`, () => drawToken(address, sheet));
  });
}
