import { join, relative } from 'node:path'
import { packService } from './package/serviceArchive.ts'

const root = join(import.meta.dirname, '..')

/** Implements `npm run dist:service`: writes the release of the standalone service to `release/`. */
for (const file of await packService(root, join(root, 'release'))) console.log(relative(root, file))
