import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { assembleChangelog, listChangeFiles } from './package/changelog.ts'

const root = join(import.meta.dirname, '..')

/** Moves the files in `changes/` to `CHANGELOG.md`, as the release of the version in `package.json`. */
writeFileSync(join(root, 'CHANGELOG.md'), assembleChangelog(root, manifest.version))
for (const file of listChangeFiles(root)) rmSync(join(root, file))
