/**
 * The kinds of work that a person may have to wait for: their label, and the warning before quitting if that
 * loses something. The texts never contain a link or a key.
 */
export const longWork = {
  create: {
    doing: 'Creating a link',
    loss: {
      message: 'A link is still being created',
      detail:
        'If you quit now, Linkwright may not find out whether the link was created. It stays in your library, where you can check it later.',
    },
  },
  saveKey: {
    doing: 'Saving the project key',
    loss: {
      message: 'The project key is still being saved',
      detail:
        'If you quit now, it may not be saved. The system may be asking for a password in another window.',
    },
  },
  change: {
    doing: 'Changing a link',
    loss: {
      message: 'A link is still being changed',
      detail: 'If you quit now, Linkwright finds out whether the link was changed when you open it again.',
    },
  },
  settle: { doing: 'Checking on a link', loss: null },
  mark: { doing: 'Changing links', loss: null },
  remove: { doing: 'Deleting links from the library', loss: null },
  undo: { doing: 'Undoing a change', loss: null },
  unremove: { doing: 'Putting links back', loss: null },
  export: { doing: 'Exporting links', loss: null },
  restore: { doing: 'Restoring a backup', loss: null },
  backUp: { doing: 'Backing up the library', loss: null },
  check: { doing: 'Checking links', loss: null },
  readImport: { doing: 'Reading a file of links', loss: null },
  import: { doing: 'Importing links', loss: null },
  readSheet: { doing: 'Reading a table', loss: null },
  checkRows: { doing: 'Checking rows', loss: null },
  planChanges: { doing: 'Looking up what would change', loss: null },
  run: {
    doing: 'Creating links',
    loss: {
      message: 'Links are still being created',
      detail:
        'If you quit now, the remaining links aren’t created. You can continue the run when you open Linkwright again.',
    },
  },
  changeRun: {
    doing: 'Changing links',
    loss: {
      message: 'Links are still being changed',
      detail:
        'If you quit now, the remaining links aren’t changed. You can continue the run when you open Linkwright again.',
    },
  },
  download: { doing: 'Downloading an update', loss: null },
} as const satisfies Record<string, { doing: string; loss: QuitWarning | null }>

/** A question before quitting, because unfinished work would be lost. */
export interface QuitWarning {
  message: string
  detail: string
}

export type LongWorkKind = keyof typeof longWork
