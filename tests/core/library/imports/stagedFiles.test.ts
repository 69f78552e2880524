import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { maxTableBytes } from '../../../../contract/app/runs/sources.ts'
import { maxImportBytes } from '../../../../contract/app/library/imports.ts'
import type { ImportPurpose } from '../../../../contract/app/library/imports.ts'
import { createStagedFiles } from '../../../../core/library/imports/stagedFiles.ts'
import type { StagedFiles } from '../../../../core/library/imports/stagedFiles.ts'
import { removeFolder, temporaryFolder } from '../../harness/app.ts'

let folder: string
let staged: StagedFiles
beforeEach(async () => {
  folder = await temporaryFolder()
  staged = createStagedFiles(folder)
})
afterEach(async () => {
  staged.close()
  await removeFolder(folder)
})

/** Begins a file and returns its id. */
function begin(size: number, purpose?: ImportPurpose): string {
  const id = crypto.randomUUID()
  staged.begin(id, size, purpose)
  return id
}

const piece = Buffer.alloc(300, 'x').toString('base64')
const files = () => readdirSync(join(folder, 'imports'))

test('a file that is too large is rejected before any of it is sent', () => {
  expect(() => begin(maxImportBytes + 1)).toThrow('import_too_large')
  expect(existsSync(join(folder, 'imports'))).toBe(false)
})

test('a file that becomes larger than announced is refused and deleted', () => {
  const id = begin(500)
  staged.append(id, piece)
  expect(() => staged.append(id, piece)).toThrow('import_too_large')
  expect(files()).toEqual([])
  expect(() => staged.append(id, piece)).toThrow('import_gone')
})

test('a table that is too large for a run is rejected before any of it is sent', () => {
  expect(() => begin(maxTableBytes + 1, 'run')).toThrow('sheet_too_large')
  expect(() => begin(maxTableBytes + 1)).not.toThrow()
})

test('a file that is uploaded again replaces no other file', () => {
  const ids = Array.from({ length: 4 }, () => begin(300))
  staged.begin(ids[3] ?? '', 300)
  expect(files().toSorted()).toEqual(ids.toSorted())
})

test('files are deleted when the app closes', () => {
  staged.append(begin(900), piece)
  begin(300)
  staged.close()
  expect(files()).toEqual([])
})
