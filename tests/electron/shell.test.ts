import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Desktop } from './standin/boot.ts'
import { createTestFolder } from './standin/testFolder.ts'
import type { TestFolder } from './standin/testFolder.ts'

const page = { origin: 'app://linkwright', main: true }
const editFlags = { canCut: false, canCopy: false, canPaste: false, canSelectAll: false }
const nothing = {
  editFlags,
  isEditable: false,
  linkURL: '',
  selectionText: '',
  menuSourceType: 'mouse',
  frame: null,
}
let testFolder: TestFolder
let desktop: Desktop

beforeAll(async () => {
  testFolder = await createTestFolder()
  desktop = await testFolder.start()
})
afterAll(() => testFolder.cleanUp())

test('a link has a menu item that copies it', async () => {
  await desktop.ask('click', { ...nothing, linkURL: 'https://links.example.com/Ab3' })
  await desktop.ask('pickInContextMenu', 'Copy Link')
  expect((await desktop.ask('journal')).clipboard).toEqual(['https://links.example.com/Ab3'])
})

test('there is no menu if there is nothing to do', async () => {
  const { popups } = await desktop.ask('journal')
  await desktop.ask('click', nothing)
  await desktop.ask('click', { ...nothing, linkURL: 'app://linkwright/#/links' })
  expect((await desktop.ask('journal')).popups).toHaveLength(popups.length)
})

test('the menu leads to places of the window', async () => {
  await desktop.ask('pick', 'Settings…')
  expect(await desktop.ask('take', page)).toBe('/settings')
})

test('the menu leads to the web, in the browser of the system', async () => {
  await desktop.ask('pick', 'Releases')
  expect((await desktop.ask('journal')).openedOutside).toEqual(['https://linkwright.example/releases'])
})

test('the menu shows the path of the data folder if nothing can open it', async () => {
  const other = await createTestFolder()
  const { ask } = await other.start({ env: { STANDIN_BROWSER: 'none' } })
  await ask('pick', 'Open Data Folder')
  await ask('untilAsked')
  expect((await ask('journal')).messageBoxes).toMatchObject([
    { message: 'The data folder couldn’t be opened' },
  ])
  await other.cleanUp()
})

test('the app identifies itself to Windows and under About', async () => {
  expect(await desktop.ask('journal')).toMatchObject({
    userModelId: 'com.linkwright.app',
    about: {
      applicationName: 'Linkwright',
      applicationVersion: '0.1.0',
      website: 'https://linkwright.example',
    },
  })
})
