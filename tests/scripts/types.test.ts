import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const compiler = join(root, 'node_modules', 'native-typescript', 'bin', 'tsc')
let project = ''

afterEach(() => rmSync(project, { recursive: true, force: true }))

/** Writes a project with this repository's compiler options. `core` references `contract`, as here. */
function createProject(files: Record<string, string>): void {
  project = mkdtempSync(join(tmpdir(), 'linkwright-types-'))
  const references = { contract: [], core: [{ path: '../contract' }] }
  for (const [folder, folderReferences] of Object.entries(references)) {
    const options = { extends: '../tsconfig.base.json', compilerOptions: { outDir: `../.types/${folder}` } }
    files[`${folder}/tsconfig.json`] = JSON.stringify({
      ...options,
      include: ['.'],
      references: folderReferences,
    })
  }
  files['tsconfig.json'] = JSON.stringify({ files: [], references: [{ path: 'contract' }, { path: 'core' }] })
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true })
    writeFileSync(join(project, name), text)
  }
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  copyFileSync(join(root, 'tsconfig.base.json'), join(project, 'tsconfig.base.json'))
}

/** Returns the lines that `npm run types` prints in the project. */
function compile(): string[] {
  const { stdout } = spawnSync(process.execPath, [compiler, '-b', '--pretty', 'false'], {
    cwd: project,
    encoding: 'utf8',
  })
  return stdout.split('\n').filter((line) => line !== '')
}

describe('the compiler', () => {
  it('the compiler prints one line for each error, even in folders that use the broken one', () => {
    createProject({
      'contract/limit.ts': "export const limit: number = 'ten'\n",
      'contract/other.ts': 'export const other = 1\n',
      'core/half.ts': "import { limit } from '../contract/limit.ts'\nexport const half: string = limit / 2\n",
      'core/fine.ts': "import { other } from '../contract/other.ts'\nexport const fine: number = other\n",
    })
    const errors = [
      expect.stringMatching(/^contract\/limit\.ts\(1,14\): error TS2322/),
      expect.stringMatching(/^core\/half\.ts\(2,14\): error TS2322/),
    ]
    expect(compile()).toEqual(errors)
    // Nothing is lost when the unchanged files come from the cache.
    expect(compile()).toEqual(errors)
  })
})
