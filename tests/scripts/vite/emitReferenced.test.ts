import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBuilder } from 'vite'
import { emitReferenced } from '../../../scripts/vite/emitReferenced.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkwright-emit-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

test('files referenced by a relative URL are in the bundle', async () => {
  mkdirSync(join(folder, 'parts'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(
    join(folder, 'parts', 'child.ts'),
    `import { word } from './word.ts'\nconsole.log(word as string)`,
  )
  writeFileSync(join(folder, 'parts', 'word.ts'), `export const word = 'from the child'`)
  writeFileSync(join(folder, 'parts', 'note.sql'), 'SELECT 1')
  writeFileSync(
    join(folder, 'main.ts'),
    `import { readFileSync } from 'node:fs'
     console.log(readFileSync(new URL('./parts/note.sql', import.meta.url), 'utf8'))
     await import(new URL('./parts/child.ts', import.meta.url).href)`,
  )
  const builder = await createBuilder({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    plugins: [emitReferenced()],
    environments: {
      main: {
        consumer: 'server',
        build: {
          ssr: true,
          outDir: join(folder, 'out'),
          rolldownOptions: { input: join(folder, 'main.ts') },
        },
      },
    },
  })
  const { main } = builder.environments
  if (main) await builder.build(main)
  rmSync(join(folder, 'parts'), { recursive: true })
  const entry = readdirSync(join(folder, 'out')).find((name) => name.startsWith('main')) ?? ''
  const output = execFileSync(process.execPath, [join(folder, 'out', entry)], { encoding: 'utf8' })
  expect(output).toBe('SELECT 1\nfrom the child\n')
})
