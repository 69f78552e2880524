import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assembleChangelog, listChangeFiles } from './package/changelog.ts'

const root = join(import.meta.dirname, '..')

/** Moves the files in `changes/` to `CHANGELOG.md`, as the release of the version in `package.json`. */
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
writeFileSync(join(root, 'CHANGELOG.md'), assembleChangelog(root, version))
for (const file of listChangeFiles(root)) rmSync(join(root, file))
