import { join } from 'node:path'
import { ESLint } from 'eslint'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** The rule as the project's own configuration has it; no other rule is asked, since the planted files do not exist. */
const eslint = new ESLint({
  cwd: root,
  overrideConfig: [{ languageOptions: { parserOptions: { projectService: false } } }],
  ruleFilter: ({ ruleId }) => ruleId === 'layers/down-only',
})

async function saidOf(file: string, line: string): Promise<string> {
  const [result] = await eslint.lintText(line, { filePath: join(root, file) })
  return (result?.messages ?? []).map(({ message }) => message).join('\n')
}

describe('The layers of the window', () => {
  test.each([
    ['app/Planted.tsx', "import '../screens/create/CreateScreen.tsx'"],
    ['app/Planted.tsx', "import './Shell.tsx'"],
    ['screens/create/Planted.tsx', "import './fields/TextField.tsx'"],
    ['screens/create/fields/Planted.tsx', "import '../create.module.css'"],
    ['screens/link/Planted.tsx', "import { blankForm } from '../../link/form.ts'"],
    ['features/promotion/Planted.tsx', "import '../record/Lineage.tsx'"],
    ['ui/problem/Planted.tsx', "import '../Callout.tsx'"],
    ['ui/Planted.tsx', "import type { Problem } from '../../contract/problem.ts'"],
    ['main.tsx', "import { App } from './app/App.tsx'"],
  ])('let renderer/%s say %s', async (file, line) => {
    expect(await saidOf(`renderer/${file}`, line)).toBe('')
  })

  test.each([
    ['screens/create/Planted.tsx', "import '../find/FindScreen.tsx'", /a screen never imports a screen/],
    ['screens/create/fields/Planted.tsx', "import '../../link/LinkScreen.tsx'", /renderer\/features\/ or/],
    ['screens/create/Planted.tsx', "const a = import('../find/FindScreen.tsx')", /never imports a screen/],
    ['screens/create/Planted.tsx', "import '../../app/Shell.tsx'", /screens\/ never imports from above/],
    ['features/qr/Planted.tsx', "import '../../screens/find/FindScreen.tsx'", /features\/ never imports/],
    ['features/qr/Planted.tsx', "import '../card/CardPreview.tsx'", /renderer\/link\/ or below/],
    ['features/record/Planted.tsx', "import '../promotion/promotion.ts'", /where the pairs make no circle/],
    ['link/Planted.ts', "import type { A } from '../features/presets/preset.ts'", /link\/ never imports/],
    ['session/Planted.ts', "export { blankForm } from '../link/form.ts'", /session\/ never imports/],
    ['api/Planted.ts', "export * from '../session/routes.ts'", /move what both need to renderer\/api\//],
    ['ui/Planted.tsx', "import { call } from '../api/call.ts'", /ui\/ never imports from above/],
    ['ui/problem/Planted.tsx', "import '../../main.tsx'", /ui\/ never imports from above/],
    ['shared/Planted.ts', "import '../ui/when.ts'", /renderer\/shared\/ is no layer/],
    ['ui/Planted.ts', "import '../shared/planted.ts'", /renderer\/shared\/ is no layer/],
  ])('stop renderer/%s from saying %s', async (file, line, why) => {
    expect(await saidOf(`renderer/${file}`, line)).toMatch(why)
  })
})

describe('The layers of core and service', () => {
  test.each([
    ['core/core.ts', "import { linkHandlers } from './handlers/links.ts'"],
    ['core/handlers/planted.ts', "import { find } from '../links/find.ts'"],
    ['core/handlers/planted.ts', "import type { Handlers } from '../dispatch.ts'"],
    ['core/links/planted.ts', "import type { Sender } from '../client/send.ts'"],
    ['core/links/planted.ts', "import { createRecords } from '../library/records.ts'"],
    ['core/keys/secretService/planted.ts', "import { reasonOf } from '../reason.ts'"],
    ['core/settings/planted.ts', "import type { Notices } from '../notices.ts'"],
    ['core/redact.ts', "import { viewOf } from './redaction/view.ts'"],
    ['service/main.ts', "import { startService } from './service.ts'"],
    ['service/admin/copy/planted.ts', "import { AdminError } from '../command.ts'"],
    ['service/app.ts', "import { apiRoutes } from './api/routes.ts'"],
    ['service/http/planted.ts', "import { version } from '../version.ts'"],
    ['service/store/sqlite/planted.ts', "import type { Store } from '../store.ts'"],
  ])('let %s say %s', async (file, line) => {
    expect(await saidOf(file, line)).toBe('')
  })

  test.each([
    ['core/links/planted.ts', "import '../handlers/links.ts'", /core\/links\/ never imports from above/],
    ['core/links/planted.ts', "import '../dispatch.ts'", /from above \(core\/dispatch.ts\)/],
    ['core/library/planted.ts', "import '../links/create.ts'", /Move it to core\/handlers\//],
    ['core/presets/planted.ts', "import '../keys/keys.ts'", /where the pairs make no circle/],
    ['core/client/planted.ts', "import '../keys/keys.ts'", /core\/client\/ never imports/],
    ['core/network/planted.ts', "import '../client/send.ts'", /core\/network\/ or below/],
    ['core/settings/planted.ts', "import '../network/trust.ts'", /core\/settings\/ never imports/],
    ['core/folder/planted.ts', "import { openLibrary } from '../library/open.ts'", /core\/folder\/ never/],
    ['core/redact.ts', "import './settings/settings.ts'", /core\/redact.ts never imports from above/],
    ['core/keys/planted.ts', "import '../core.ts'", /core\/keys\/ never imports from above/],
    ['core/shared/planted.ts', "import '../redact.ts'", /core\/shared\/ is no layer/],
    ['service/service.ts', "import './main.ts'", /service\/service.ts never imports from above/],
    ['service/admin/planted.ts', "import '../main.ts'", /service\/admin\/ never imports/],
    ['service/api/planted.ts', "import '../linkHost/visit.ts'", /service\/http\/ or below/],
    ['service/http/planted.ts', "import '../api/guard.ts'", /service\/http\/ never imports/],
    ['service/links/planted.ts', "import '../http/log.ts'", /service\/links\/ never imports/],
    ['service/keys/planted.ts', "import '../links/create.ts'", /service\/store\/ or below/],
    ['service/store/sqlite/planted.ts', "import '../../links/address.ts'", /service\/store\/ never/],
    ['service/settings/planted.ts', "import '../store/open.ts'", /service\/settings\/ never imports/],
  ])('stop %s from saying %s', async (file, line, why) => {
    expect(await saidOf(file, line)).toMatch(why)
  })
})
