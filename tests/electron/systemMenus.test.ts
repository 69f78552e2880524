import { expect, test, vi } from 'vitest'
import { findDeepLink, parseDeepLink } from '../../electron/deepLink.ts'
import { dockItems, taskbarTasks } from '../../electron/systemMenus.ts'

vi.mock('electron', () => ({ app: {}, Menu: {} }))

test('the menu of the dock opens a new link and Find', () => {
  const opened: string[] = []
  for (const { click } of dockItems((path) => opened.push(path))) click?.({} as never, undefined, {})
  expect(opened).toEqual(['/new', '/find'])
})

test('the tasks of the taskbar start the app with addresses that it opens', () => {
  const paths = taskbarTasks('C:\\Linkwright.exe').map((task) =>
    parseDeepLink(findDeepLink([task.program, ...task.arguments.split(' ')]) ?? ''),
  )
  expect(paths).toEqual(['/new', '/find'])
})
