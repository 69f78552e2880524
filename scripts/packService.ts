import { join, relative } from 'node:path'
import { packService } from './package/serviceArchive.ts'

const root = join(import.meta.dirname, '..')

/** `npm run dist:service`: the release of the standalone service, in `release/`. */
for (const file of await packService(root, join(root, 'release'))) console.log(relative(root, file))
