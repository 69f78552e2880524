import { z } from 'zod'

/**
 * The kinds of work that a person may have to wait for, in words: what is being done, and the question before quitting
 * where that costs something. The words say nothing of what the work is about, so no link and no key is ever in them.
 */
export const longWork = {
  create: {
    doing: 'Creating a link',
    loss: {
      message: 'A link is still being created',
      detail:
        'If you quit now, Linkwright may not learn whether the link was made. It stays in your library, and you can check it there later.',
    },
  },
  saveKey: {
    doing: 'Saving the project key',
    loss: {
      message: 'The project key is still being saved',
      detail:
        'If you quit now, it may not be kept. The system may be asking for a password in another window.',
    },
  },
  settle: { doing: 'Checking on a link', loss: null },
  mark: { doing: 'Changing links', loss: null },
  remove: { doing: 'Deleting links from the library', loss: null },
  unremove: { doing: 'Putting links back', loss: null },
  check: { doing: 'Checking links', loss: null },
  download: { doing: 'Downloading an update', loss: null },
} as const satisfies Record<string, { doing: string; loss: Loss | null }>

export interface Loss {
  message: string
  detail: string
}

export type LongWorkKind = keyof typeof longWork

export const longWorkKind = z.enum(Object.keys(longWork) as [LongWorkKind, ...LongWorkKind[]])
