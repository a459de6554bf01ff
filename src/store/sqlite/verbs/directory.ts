import type { DirectoryStore } from '../../store.ts';
import type { DirectoryTable } from '../tables/directory.ts';
import type { VerbMaker } from './verb.ts';

/** The verbs of the local copy of the collection list. */
export function createDirectoryVerbs(verb: VerbMaker, directory: DirectoryTable): DirectoryStore {
  return {
    loadCollections: verb.read(() => directory.load()),
    saveCollections: verb.write((collections) => directory.replace(collections)),
  };
}
