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
