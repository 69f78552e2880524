import { testImportRule } from './testImportRule.ts'

testImportRule('The layers of the window', {
  allows: [
    ['renderer/app/Planted.tsx', "import '../screens/create/CreateScreen.tsx'"],
    ['renderer/app/Planted.tsx', "import './Shell.tsx'"],
    ['renderer/screens/create/Planted.tsx', "import './fields/TextField.tsx'"],
    ['renderer/screens/create/parts/Planted.tsx', "import '../create.module.css'"],
    ['renderer/screens/link/Planted.tsx', "import { blankForm } from '../../link/form.ts'"],
    ['renderer/features/promotion/Planted.tsx', "import '../record/Lineage.tsx'"],
    ['renderer/ui/problem/Planted.tsx', "import '../Callout.tsx'"],
    ['renderer/ui/Planted.tsx', "import type { Problem } from '../../contract/problem.ts'"],
    ['renderer/main.tsx', "import { App } from './app/App.tsx'"],
  ],
  forbids: [
    [
      'renderer/screens/create/Planted.tsx',
      "import '../find/FindScreen.tsx'",
      /screens\/create must not import renderer\/screens\/find/,
    ],
    [
      'renderer/screens/create/parts/Planted.tsx',
      "import '../../link/LinkScreen.tsx'",
      /move what both need to one below/,
    ],
    [
      'renderer/screens/create/Planted.tsx',
      "const a = import('../find/FindScreen.tsx')",
      /screens\/create must not import renderer\/screens\/find/,
    ],
    [
      'renderer/screens/create/Planted.tsx',
      "import '../../app/Shell.tsx'",
      /screens\/create must not import from a layer above/,
    ],
    [
      'renderer/features/qr/Planted.tsx',
      "import '../../screens/find/FindScreen.tsx'",
      /features\/qr must not import/,
    ],
    [
      'renderer/features/qr/Planted.tsx',
      "import '../card/CardPreview.tsx'",
      /move what both need to one below/,
    ],
    ['renderer/features/record/Planted.tsx', "import '../promotion/promotion.ts'", /if that makes no cycle/],
    [
      'renderer/link/Planted.ts',
      "import type { A } from '../features/presets/preset.ts'",
      /link must not import/,
    ],
    ['renderer/session/Planted.ts', "export { blankForm } from '../link/form.ts'", /session must not import/],
    [
      'renderer/api/Planted.ts',
      "export * from '../session/routes.ts'",
      /move what both need to renderer\/api or below/,
    ],
    [
      'renderer/ui/Planted.tsx',
      "import { call } from '../api/call.ts'",
      /ui must not import from a layer above/,
    ],
    ['renderer/ui/problem/Planted.tsx', "import '../../main.tsx'", /ui must not import from a layer above/],
    ['renderer/shared/Planted.ts', "import '../ui/when.ts'", /renderer\/shared is not a layer/],
    ['renderer/ui/Planted.ts', "import '../shared/planted.ts'", /renderer\/shared is not a layer/],
  ],
})

testImportRule('The layers of core and service', {
  allows: [
    ['core/core.ts', "import { linkHandlers } from './handlers/links.ts'"],
    ['core/handlers/planted.ts', "import { find } from '../links/find.ts'"],
    ['core/handlers/planted.ts', "import type { Handlers } from '../dispatch.ts'"],
    ['core/links/planted.ts', "import type { Sender } from '../client/send.ts'"],
    ['core/links/planted.ts', "import { createRecords } from '../library/records.ts'"],
    ['core/keys/secretService/planted.ts', "import { reasonOf } from '../reason.ts'"],
    ['core/settings/planted.ts', "import type { Notices } from '../notices.ts'"],
    ['service/main.ts', "import { startService } from './service.ts'"],
    ['service/admin/copy/planted.ts', "import { AdminError } from '../command.ts'"],
    ['service/app.ts', "import { apiRoutes } from './api/routes.ts'"],
    ['service/http/planted.ts', "import { version } from '../version.ts'"],
    ['service/store/sqlite/planted.ts', "import type { Store } from '../store.ts'"],
  ],
  forbids: [
    [
      'core/links/planted.ts',
      "import '../handlers/links.ts'",
      /core\/links must not import from a layer above/,
    ],
    ['core/links/planted.ts', "import '../dispatch.ts'", /from a layer above \(core\/dispatch.ts\)/],
    ['core/library/planted.ts', "import '../links/create.ts'", /combine them in a layer above/],
    ['core/presets/planted.ts', "import '../keys/keys.ts'", /if that makes no cycle/],
    ['core/client/planted.ts', "import '../keys/keys.ts'", /core\/client must not import/],
    ['core/network/planted.ts', "import '../client/send.ts'", /core\/network or below/],
    ['core/settings/planted.ts', "import '../network/network.ts'", /core\/settings must not import/],
    ['core/folder/planted.ts', "import { openLibrary } from '../library/open.ts'", /core\/folder must not/],
    [
      'core/redactor.ts',
      "import './settings/settings.ts'",
      /core\/redactor.ts must not import from a layer above/,
    ],
    ['core/keys/planted.ts', "import '../core.ts'", /core\/keys must not import from a layer above/],
    ['core/shared/planted.ts', "import '../redact.ts'", /core\/shared is not a layer/],
    ['service/service.ts', "import './main.ts'", /service\/service.ts must not import from a layer above/],
    ['service/admin/planted.ts', "import '../main.ts'", /service\/admin must not import/],
    ['service/api/planted.ts', "import '../linkHost/visit.ts'", /move what both need to one below/],
    ['service/http/planted.ts', "import '../api/guard.ts'", /service\/http must not import/],
    ['service/links/planted.ts', "import '../http/log.ts'", /service\/links must not import/],
    ['service/keys/planted.ts', "import '../links/create.ts'", /move what both need to one below/],
    ['service/store/sqlite/planted.ts', "import '../../links/address.ts'", /service\/store must not/],
    ['service/settings/planted.ts', "import '../store/open.ts'", /service\/settings must not import/],
  ],
})
