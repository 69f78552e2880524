import { rotateKey } from '../keys/issue.ts'
import type { Project, ProjectKey } from '../store/store.ts'
import { recordAct } from './acts.ts'
import { UsageError } from './command.ts'
import type { CommandRow } from './command.ts'
import { commandPrefix } from './help.ts'
import { flagOption, timeOption } from './options.ts'
import { findProject, projectNotFoundError } from './projects.ts'

const dayMs = 86_400_000
const maxGraceDays = 90
const graceTooLong = `--grace is at most ${maxGraceDays}d: an old key that works for longer has not been replaced.`

export const keyCommands: CommandRow[] = [
  {
    words: 'key rotate',
    operands: ['PROJECT'],
    about: 'Gives a project a new key, shown this once, and ends the old ones.',
    details: [
      'Without --grace the old keys stop working within a second.',
      'Every rotation ends all older keys by then: it shortens the grace of one that had longer, and never lengthens it.',
      'Prints the new key and, as "old_keys_end", from when on no older one works.',
    ],
    options: [
      timeOption(
        'grace',
        `lets them work that much longer, while the new key is rolled out: 90s, 30m, 24h, at most ${maxGraceDays}d.`,
      ).default(0),
    ],
    run: async ({ store, print, note }, { operands: [id = ''], options }) => {
      const grace = Number(options['grace'])
      if (grace > maxGraceDays * dayMs) throw new UsageError(graceTooLong)
      const found = await findProject(store, id)
      await recordAct(found.store, 'key rotate', { project: id, grace_seconds: grace / 1_000 })
      const rotated = await rotateKey(found.store, id, grace)
      if (!rotated) throw projectNotFoundError(id)
      const { oldKeysEnd, ...issued } = rotated
      print({ ...issued, old_keys_end: formatTime(oldKeysEnd) })
      if (!found.project.active) {
        note(
          `The project is disabled, so its new key does not work yet: "${commandPrefix} project enable ${id}" changes that.`,
        )
      }
    },
  },
  {
    words: 'key list',
    operands: ['PROJECT'],
    about: 'Lists the keys of a project by their fingerprints, oldest first.',
    details: [
      'A fingerprint is the beginning of the hash of a key. The key itself cannot be shown again.',
      '"state" is "works", "ended", or "project_disabled" for a key that would work if its project were enabled.',
    ],
    run: async ({ store, print }, { operands: [id = ''] }) => {
      const { store: opened, project } = await findProject(store, id)
      for (const key of await opened.listKeys(id)) {
        print({
          fingerprint: key.hash.slice(0, 8),
          created_at: formatTime(key.createdAt),
          expires_at: formatTime(key.expiresAt),
          state: keyState(key, project),
        })
      }
    },
  },
  {
    words: 'key revoke',
    operands: ['PROJECT'],
    about: 'Ends keys of a project within a second and makes no new one.',
    details: ['Without --old the project has no key any more until "key rotate" makes one.'],
    options: [flagOption('old', 'spares the newest key: ends the time of grace of the others early.')],
    run: async ({ store, print }, { operands: [id = ''], options }) => {
      const { store: opened } = await findProject(store, id)
      const old = options['old'] === true
      const newest = old ? (await opened.listKeys(id)).at(-1)?.hash : undefined
      await recordAct(opened, 'key revoke', { project: id, old })
      print({ project: id, revoked: await opened.expireKeys(id, Date.now(), newest ?? null) })
    },
  },
]

function keyState({ expiresAt }: ProjectKey, { active }: Project): string {
  if (Date.now() >= (expiresAt ?? Infinity)) return 'ended'
  return active ? 'works' : 'project_disabled'
}

function formatTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
