import { rotateKey } from '../keys/issue.ts'
import type { Command } from './command.ts'
import { readDuration } from './duration.ts'
import { noSuchProject, projectStore } from './projects.ts'

export const keyCommands: Command[] = [
  {
    usage: 'key rotate PROJECT [--grace TIME]',
    about: 'Gives a project a new key, shown this once, and ends the old ones.',
    details: [
      'Without --grace the old keys stop working within a second.',
      '--grace TIME   lets them work that much longer, while the new key is rolled out: 90s, 30m, 24h, 7d.',
    ],
    options: { grace: { type: 'string' } },
    run: async ({ store, print }, { operands: [id = ''], options }) => {
      const grace = typeof options['grace'] === 'string' ? readDuration('grace', options['grace']) : 0
      const issued = await rotateKey(await store('refuse'), id, grace)
      if (!issued) throw noSuchProject(id)
      print(issued)
    },
  },
  {
    usage: 'key list PROJECT',
    about: 'Lists the keys of a project by their fingerprints, oldest first.',
    details: ['A fingerprint is the beginning of the hash of a key. The key itself cannot be shown again.'],
    run: async ({ store, print }, { operands: [id = ''] }) => {
      for (const key of await (await projectStore(store, id)).listKeys(id)) {
        const expires = key.expiresAt === null ? null : new Date(key.expiresAt).toISOString()
        const created = new Date(key.createdAt).toISOString()
        print({ fingerprint: key.hash.slice(0, 8), created_at: created, expires_at: expires })
      }
    },
  },
  {
    usage: 'key revoke PROJECT [--old]',
    about: 'Ends keys of a project within a second and makes no new one.',
    details: [
      'Without --old the project has no key any more until "key rotate" makes one.',
      '--old   spares the newest key: ends the time of grace of the others early.',
    ],
    options: { old: { type: 'boolean' } },
    run: async ({ store, print }, { operands: [id = ''], options }) => {
      const opened = await projectStore(store, id)
      const newest = options['old'] === true ? (await opened.listKeys(id)).at(-1)?.hash : undefined
      print({ project: id, revoked: await opened.expireKeys(id, Date.now(), newest ?? null) })
    },
  },
]
