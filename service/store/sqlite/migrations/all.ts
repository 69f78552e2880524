import { sql as links } from './001-links.ts'

/** In order; the position is the schema version. What has been released is never changed, only followed by another. */
export const migrations: readonly string[] = [links]
