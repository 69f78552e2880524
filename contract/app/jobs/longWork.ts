/** The kinds of work that the user may have to wait for, with their labels, which never contain a link or a key. */
export const longWork = {
  create: { doing: 'Creating a link' },
  saveKey: { doing: 'Saving the project key' },
  change: { doing: 'Changing a link' },
  settle: { doing: 'Checking on a link' },
  mark: { doing: 'Changing links' },
  remove: { doing: 'Deleting links from the library' },
  undo: { doing: 'Undoing a change' },
  export: { doing: 'Exporting links' },
  restore: { doing: 'Restoring a backup' },
  backUp: { doing: 'Backing up the library' },
  check: { doing: 'Checking links' },
  lookUp: { doing: 'Looking up links' },
  readTeam: { doing: 'Reading the links of the team' },
  readVisits: { doing: 'Reading visits' },
  readImport: { doing: 'Reading a file of links' },
  import: { doing: 'Importing links' },
  readSheet: { doing: 'Reading a table' },
  checkPaths: { doing: 'Checking paths' },
  checkRows: { doing: 'Checking rows' },
  planChanges: { doing: 'Looking up what would change' },
  run: { doing: 'Creating links' },
  changeRun: { doing: 'Changing links' },
  download: { doing: 'Downloading an update' },
} as const satisfies Record<string, { doing: string }>

export type LongWorkKind = keyof typeof longWork
