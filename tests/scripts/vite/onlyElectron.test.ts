import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBuilder } from 'vite'
import { onlyElectron } from '../../../scripts/vite/onlyElectron.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkwright-preload-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

async function buildPreload(source: string): Promise<void> {
  writeFileSync(join(folder, 'preload.ts'), source)
  const rolldownOptions = { input: join(folder, 'preload.ts'), output: { format: 'cjs' } } as const
  const builder = await createBuilder({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    plugins: [onlyElectron()],
    environments: {
      preload: { consumer: 'server', resolve: { noExternal: true }, build: { ssr: true, rolldownOptions } },
    },
  })
  const { preload } = builder.environments
  if (preload) await builder.build(preload)
}

test('a preload script that imports Electron and its own files is built', async () => {
  writeFileSync(join(folder, 'name.ts'), `export const name = 'desktop'`)
  await buildPreload(
    `import { contextBridge } from 'electron'\nimport { name } from './name.ts'\ncontextBridge.exposeInMainWorld(name, {})`,
  )
})

test.each(['node:fs', 'fs', 'zod'])('a preload script that imports %s is an error', async (name) => {
  const build = buildPreload(`import * as found from '${name}'\nconsole.log(found)`)
  await expect(build).rejects.toThrow(`The preload may import only "electron", not "${name}"`)
})
