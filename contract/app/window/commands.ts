import { windowPaths } from './windowPath.ts'

/** Where a command works, as the list of shortcuts groups them. */
export const commandPlaces = ['Everywhere', 'Go to', 'Create', 'Link', 'Links', 'Bulk'] as const
export type CommandPlace = (typeof commandPlaces)[number]

/**
 * A command of the app. The palette, the native menus, the shortcuts and their list are made from the table below.
 * A command works where it has a `path`, or where the screen in view handles it.
 */
export interface Command {
  title: string
  place: CommandPlace
  /** Further words by which the palette finds it. */
  words?: string
  /** The route that it opens. */
  path?: string
  /** Alternative keys: a combination such as `['Mod', 'K']`, or one after the other such as `['G', 'L']`. */
  keys?: readonly (readonly string[])[]
  /** The native menu's item. `accelerator` is Electron's spelling of its keys. */
  menu?: { label: string; accelerator: string }
  /** Whether the context menu of a link's row offers it. */
  row?: true
  /** The address by which the system starts it (`linkwright://find`). `electron-builder.yml` repeats it for Linux. */
  address?: string
}

const table = {
  newLink: {
    title: 'New link',
    place: 'Create',
    words: 'create add draft shorten make',
    path: windowPaths.newLink,
    keys: [['C']],
    menu: { label: 'New Link', accelerator: 'CmdOrCtrl+N' },
    address: 'linkwright://create',
  },
  palette: {
    title: 'Search or do anything',
    place: 'Everywhere',
    path: windowPaths.palette,
    keys: [['Mod', 'K'], ['/']],
    menu: { label: 'Search or Do Anything', accelerator: 'CmdOrCtrl+K' },
  },
  help: { title: 'Keyboard shortcuts', place: 'Everywhere', words: 'help keys', keys: [['?']] },
  nextRegion: { title: 'Next part of the window', place: 'Everywhere', keys: [['F6']] },
  previousRegion: { title: 'Previous part of the window', place: 'Everywhere', keys: [['Shift', 'F6']] },
  profile: { title: 'Switch to a profile', place: 'Everywhere', keys: [['Alt', '1–9']] },
  environment: {
    title: 'Switch between development and production',
    place: 'Everywhere',
    keys: [['Alt', 'P']],
  },
  undo: {
    title: 'Undo, while Undo is offered',
    place: 'Everywhere',
    words: 'revert back',
    keys: [['Mod', 'Z']],
  },
  create: { title: 'Create', place: 'Go to', words: 'new link form', path: '/create', keys: [['G', 'C']] },
  bulk: { title: 'Bulk', place: 'Go to', words: 'runs table csv', path: '/bulk', keys: [['G', 'B']] },
  find: {
    title: 'Find',
    place: 'Go to',
    words: 'look up what does this link do qr picture',
    path: windowPaths.find,
    keys: [['G', 'F']],
    menu: { label: 'Look Up a Link', accelerator: 'CmdOrCtrl+F' },
    address: 'linkwright://find',
  },
  links: {
    title: 'Links',
    place: 'Go to',
    words: 'library list recent all',
    path: '/links',
    keys: [['G', 'L']],
  },
  campaigns: { title: 'Campaigns', place: 'Go to', words: 'utm', path: '/campaigns', keys: [['G', 'A']] },
  profiles: {
    title: 'Profiles',
    place: 'Go to',
    words: 'service key rules',
    path: '/profiles',
    keys: [['G', 'P']],
  },
  settings: {
    title: 'Settings',
    place: 'Go to',
    words: 'preferences appearance theme dark',
    path: windowPaths.settings,
    keys: [['G', 'S']],
  },
  notifications: {
    title: 'Settings: Notifications',
    place: 'Go to',
    words: 'tray icon keys shortcut quick',
    path: '/settings/notifications',
  },
  network: {
    title: 'Settings: Network',
    place: 'Go to',
    words: 'proxy certificate',
    path: '/settings/network',
  },
  keyStorage: { title: 'Settings: Key storage', place: 'Go to', path: '/settings/keys' },
  data: { title: 'Settings: Data folder', place: 'Go to', words: 'erase', path: '/settings/data' },
  backups: { title: 'Settings: Backups', place: 'Go to', words: 'restore', path: '/settings/backups' },
  diagnostics: {
    title: 'Settings: Diagnostics',
    place: 'Go to',
    words: 'activity requests log support',
    path: '/activity',
  },
  about: { title: 'Settings: About', place: 'Go to', words: 'version licences', path: '/settings/about' },
  manual: { title: 'Help', place: 'Go to', words: 'documents manual docs how', path: '/help' },
  news: { title: 'What’s new', place: 'Go to', words: 'changelog release version', path: '/help/news' },
  sendLink: { title: 'Create this link', place: 'Create', keys: [['Mod', 'Enter']] },
  openRow: { title: 'Open the link', place: 'Links', keys: [['Enter']], row: true },
  copyLink: { title: 'Copy this link', place: 'Link', words: 'clipboard', row: true },
  openPage: { title: 'Open its page', place: 'Link', words: 'edit', row: true },
  visitLink: { title: 'Open it in the browser', place: 'Link', words: 'visit test', row: true },
  qrCode: { title: 'QR code', place: 'Link', row: true },
  starLink: { title: 'Star', place: 'Link', words: 'favourite favorite', row: true },
  openCampaign: { title: 'Open its campaign', place: 'Link', row: true },
  duplicateLink: { title: 'Duplicate this link', place: 'Link', words: 'copy', row: true },
  similarLink: { title: 'Create another link like this', place: 'Link', words: 'channel source', row: true },
  promoteLink: { title: 'Promote this link to production', place: 'Link', words: 'publish live' },
  archiveLink: { title: 'Archive, or unarchive', place: 'Link', words: 'hide' },
  removeLink: { title: 'Delete from the library', place: 'Link', words: 'remove erase trash', row: true },
  search: { title: 'Search these links', place: 'Links', keys: [['/'], ['Mod', 'F']] },
  importLinks: { title: 'Import links…', place: 'Links', words: 'csv bitly dub upload' },
  recentChanges: {
    title: 'Recent changes',
    place: 'Links',
    words: 'undo history log restore',
    path: '/links',
  },
  print: { title: 'Print the list', place: 'Links', words: 'pdf paper', keys: [['Mod', 'P']] },
  moveRow: { title: 'Move between rows', place: 'Links', keys: [['↑'], ['↓']] },
  nextLink: { title: 'Next link, beside the list', place: 'Links', keys: [['J']] },
  previousLink: { title: 'Previous link, beside the list', place: 'Links', keys: [['K']] },
  selectRow: { title: 'Select the link', place: 'Links', keys: [['Space']] },
  selectRows: {
    title: 'Select several links',
    place: 'Links',
    keys: [
      ['Shift', '↑'],
      ['Shift', '↓'],
    ],
  },
  newRun: {
    title: 'New bulk run',
    place: 'Bulk',
    words: 'many links csv table spreadsheet',
    path: '/bulk/new',
  },
  changeTable: {
    title: 'Change links from a table',
    place: 'Bulk',
    words: 'new addresses',
    path: '/bulk/change',
  },
  editCell: { title: 'Edit the cell', place: 'Bulk', keys: [['Enter'], ['F2']] },
  copyCell: { title: 'Copy the cell', place: 'Bulk', keys: [['Mod', 'C']] },
  pasteCells: { title: 'Paste cells', place: 'Bulk', keys: [['Mod', 'V']] },
} as const satisfies Record<string, Command>

export type CommandId = keyof typeof table
export const commands: Readonly<Record<CommandId, Command>> = table
export const commandIds = Object.keys(table) as CommandId[]

/** The commands that the context menu of a link's row offers. */
export const rowCommands = commandIds.filter((id) => commands[id].row)

/** The commands that the native menus offer. */
export const menuCommands = commandIds.flatMap((id) => {
  const { menu, path = '', address } = commands[id]
  return menu ? [{ menu, path, address }] : []
})
