import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { boundaries } from '../../../scripts/lint/boundaries.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** Returns the packages that the files of a folder import. */
async function importedPackages(folder: string): Promise<string[]> {
  const packages = new Set<string>()
  const cwd = join(root, folder)
  for await (const file of glob('**/*.{ts,tsx}', { cwd })) {
    for (const { fileName } of ts.preProcessFile(readFileSync(join(cwd, file), 'utf8')).importedFiles) {
      const [scope = '', name = ''] = fileName.split('/')
      const isOwn = fileName.startsWith('.') || fileName.startsWith('node:')
      if (!isOwn && !builtinModules.includes(scope))
        packages.add(scope.startsWith('@') ? `${scope}/${name}` : scope)
    }
  }
  return [...packages].sort()
}

test.each(Object.entries(boundaries))(
  'the lint rule for %s/ lists exactly the packages that its files import',
  async (folder, { packages }) => {
    const listed = packages.filter((name) => name !== 'node:*')
    expect(listed.sort()).toEqual(await importedPackages(folder))
  },
)
