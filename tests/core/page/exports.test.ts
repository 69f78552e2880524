import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exportPath } from '../../../contract/app/window/exportPath.ts'
import { withExports } from '../../../core/page/exports.ts'
import { createPage } from '../../../core/page/page.ts'
import { toResponse } from '../../../electron/response.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkwright-exports-'))
  writeFileSync(join(folder, 'table'), 'Title\r\n')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Serves a file under a name, as the desktop app does, whose headers allow only single bytes. */
async function download(name: string): Promise<Response> {
  const found = { file: join(folder, 'table'), name, type: 'text/csv', sent: () => undefined }
  const page = withExports(createPage(folder), () => found)
  return toResponse(await page({ method: 'GET', url: `app://linkwright${exportPath}1` }))
}

test.each([
  ['links.csv', 'attachment; filename="links.csv"'],
  [
    'Весна-2026.csv',
    `attachment; filename="_____-2026.csv"; filename*=UTF-8''%D0%92%D0%B5%D1%81%D0%BD%D0%B0-2026.csv`,
  ],
  ['Été.csv', `attachment; filename="_t_.csv"; filename*=UTF-8''%C3%89t%C3%A9.csv`],
  ['cut-\ud83c.csv', `attachment; filename="cut-_.csv"; filename*=UTF-8''cut-%EF%BF%BD.csv`],
])('a file is served under any name: %s', async (name, header) => {
  const response = await download(name)
  expect(response.headers.get('content-disposition')).toBe(header)
  expect(await response.text()).toBe('Title\r\n')
})
